import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ListFilters, ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { RolloutActions } from './actions.tsx'
import { EventLog } from './event-log.tsx'
import { HaltBanner } from './halt-banner.tsx'
import { FOLLOW_MS, isUnderWay, RolloutProgress, RolloutStateMark } from './marks.tsx'
import { ROLLOUT_LIST, rolloutPath } from './paths.ts'
import { Preview } from './preview.tsx'
import { RollbackSelected } from './rollback-selected.tsx'
import { RolloutFacts, RolloutSettingsPanel } from './rollout-facts.tsx'
import css from './rollouts.module.css'
import { rolloutUnits } from './units-list.tsx'
import { WaveChart } from './wave-chart.tsx'

type Detail = ResultOf<typeof api.rolloutInfo>

/** One rollout (product 3.40): waves, units with old, new and read-back values, and its log. */
export function Component() {
  const { rollout_id = '' } = useParams()
  return <Existing key={rollout_id} rollout_id={Number(rollout_id)} />
}

function Existing({ rollout_id }: { rollout_id: number }) {
  const t = useMessages('rollouts')
  const { data, error, refetch } = useRead(
    api.rolloutInfo,
    { params: { id: rollout_id } },
    { refetchInterval: (rollout) => (rollout !== undefined && isUnderWay(rollout) ? FOLLOW_MS : false) },
  )
  if (data !== undefined) return <RolloutDetail rollout={data} />
  return (
    <DetailPending
      title={t(($) => $.title)}
      error={error}
      onRetry={() => void refetch()}
      list={ROLLOUT_LIST}
      needs="rollout:view"
    />
  )
}

function RolloutDetail({ rollout }: { rollout: Detail }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const is_fixed = rollout.total > 0
  // What an upgrade would do is told before it is proposed.
  const has_preview = !is_fixed && rollout.upgrade === null
  const [tab, show] = useTab(
    is_fixed ? (['units', 'log'] as const) : has_preview ? (['preview', 'log'] as const) : (['log'] as const),
  )
  const { name, of_rollout_id, rollout_id } = rollout
  return (
    <DetailPage
      title={of_rollout_id === null ? name : t(($) => $.rollback_name, { name })}
      chips={<RolloutStateMark rollout={rollout} />}
      identity={[
        t(($) => $.detail.title, { id: rollout_id }),
        productName({ name: rollout.product_name, english_name: rollout.product_english_name }, lang),
        t(($) => $.detail.by, { user: rollout.creator }),
        rollout.approver === ''
          ? null
          : t(($) => $.detail[rollout.state === 'rejected' ? 'rejected_by' : 'approved_by'], {
              user: rollout.approver,
            }),
        of_rollout_id === null ? null : (
          <Link key="of" to={rolloutPath(of_rollout_id)}>
            {t(($) => $.rollback_of, { id: of_rollout_id })}
          </Link>
        ),
      ]}
      actions={<RolloutActions rollout={rollout} />}
    >
      <HaltBanner rollout={rollout} />
      {is_fixed ? (
        <Fixed rollout={rollout} tabs={<Parts items={['units', 'log']} value={tab} onChange={show} />} tab={tab} />
      ) : (
        <>
          <div className={css.overview}>
            <RolloutSettingsPanel rollout={rollout} />
            <RolloutFacts rollout={rollout} />
          </div>
          {has_preview && <Parts items={['preview', 'log']} value={tab} onChange={show} />}
          {tab === 'log' ? <EventLog log={rollout.log} rollout={rollout} /> : <Preview settings={rollout} />}
        </>
      )}
    </DetailPage>
  )
}

type Part = 'units' | 'preview' | 'log'

function Parts<Name extends Part>(props: { items: readonly Name[]; value: Name; onChange: (part: Name) => void }) {
  const t = useMessages('rollouts')
  const labels = { units: t(($) => $.detail.units), preview: t(($) => $.detail.preview), log: t(($) => $.detail.log) }
  return (
    <Tabs
      label={t(($) => $.detail.parts)}
      items={props.items.map((key) => ({ key, label: labels[key] }))}
      value={props.value}
      onChange={props.onChange}
    />
  )
}

/** From the start on: its units are fixed. */
function Fixed({ rollout, tabs, tab }: { rollout: Detail; tabs: ReactNode; tab: Part }) {
  const t = useMessages('rollouts')
  const { rollout_id, product_key, wave_sizes } = rollout
  const is_upgrade = rollout.upgrade !== null
  const list = useList(rolloutUnits, { rollout_id, product_key, waves: wave_sizes.length, is_upgrade })
  // The rollout is polled; its units are read again when any of them changed.
  const { refetch } = list.read
  const changed = JSON.stringify([rollout.counts, rollout.state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change, not with each drawing
  useEffect(() => void refetch(), [changed])
  return (
    <>
      <div className={css.overview}>
        <Panel title={t(($) => $.detail.waves)} note={<RolloutProgress rollout={rollout} />}>
          <WaveChart
            rollout={rollout}
            wave_counts={rollout.wave_counts}
            chosen={list.address.wave}
            onChoose={(wave) => list.change({ wave })}
          />
        </Panel>
        <div className={css.aside}>
          <RolloutSettingsPanel rollout={rollout} />
          <RolloutFacts rollout={rollout} />
        </div>
      </div>
      {tabs}
      {tab === 'log' ? (
        <EventLog log={rollout.log} rollout={rollout} />
      ) : (
        <div className={css.list}>
          <ListFilters of={list} />
          <div className={css.table}>
            <ListTable
              of={list}
              selectionTools={
                rollout.of_rollout_id === null && !is_upgrade ? (
                  <RollbackSelected rollout={rollout} selection={list.selection} />
                ) : undefined
              }
            />
          </div>
        </div>
      )}
    </>
  )
}
