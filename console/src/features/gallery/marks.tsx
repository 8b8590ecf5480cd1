import { BUS_STATES, ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import { Age } from '../../ui/age.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Panel } from '../../ui/panel.tsx'
import {
  ActiveMark,
  AlarmMark,
  BusMark,
  OnlineMark,
  RecognitionMark,
  SignalMark,
  StateChip,
  type Tone,
} from '../../ui/status.tsx'
import { Value } from '../../ui/value.tsx'
import styles from './gallery.module.css'

const TONES = ['ok', 'warn', 'bad', 'neutral', 'accent'] as const satisfies readonly Tone[]
const ago = (ms: number) => Date.now() - ms

/** Status marks, plain and as chips; values with unit and age; ids. */
export function Marks() {
  return (
    <>
      <Panel title="Status">
        {[false, true].map((chip) => (
          <div key={String(chip)}>
            <div className={styles.row}>
              {ONLINE_STATES.map((state) => (
                <OnlineMark key={state} state={state} chip={chip} since={ago(273_600_000)} long={chip} />
              ))}
              <AlarmMark count={0} chip={chip} />
              <AlarmMark count={2} keys={['E11', 'E14']} chip={chip} />
              <AlarmMark count={5} severity="minor" chip={chip} />
            </div>
            <div className={styles.row}>
              {RECOGNITION_STATES.map((state) => (
                <RecognitionMark key={state} state={state} chip={chip} />
              ))}
            </div>
            <div className={styles.row}>
              {BUS_STATES.map((state) => (
                <BusMark key={state} state={state} chip={chip} />
              ))}
              <ActiveMark active chip={chip} />
              <ActiveMark active={false} chip={chip} />
            </div>
            <div className={styles.row} style={{ marginBottom: 14 }}>
              <SignalMark net="4g" rssi_dbm={-71} chip={chip} />
              <SignalMark net="wifi" rssi_dbm={-50} chip={chip} />
              <SignalMark net="wifi" rssi_dbm={-88} chip={chip} brief />
              <SignalMark net="4g" rssi_dbm={null} chip={chip} />
            </div>
          </div>
        ))}
        <div className={styles.row}>
          {TONES.map((tone) => (
            <StateChip key={tone} tone={tone} shape="filled">
              {tone}
            </StateChip>
          ))}
        </div>
      </Panel>
      <Panel title="Value, age, identifier" note={<Age at={ago(4_000)} />}>
        <div className={styles.row}>
          <Value value={38.6} unit="°C" strong />
          <Value value={-7} unit="°C" />
          <Value value={12480} unit="W" decimals={0} />
          <Value value={null} unit="°C" />
          <Value value={24.1} unit="bar" at={ago(600_000)} strong />
        </div>
        <div className={styles.row} style={{ fontSize: 26, letterSpacing: '-0.02em' }}>
          <Value value={3.62} decimals={2} strong />
          <Value value={41.8} unit="kWh" strong />
        </div>
        <div className={styles.row}>
          <Age at={ago(37_000)} />
          <Age at={ago(5_000_000)} />
          <Age at={ago(200_000_000)} />
          <Age at={null} />
          <Identifier id="863412060123455" />
          <Identifier id={null} />
        </div>
      </Panel>
    </>
  )
}
