import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { parseRequest, type RtuRequest } from '@heatfleet/modbus/frame.ts'
import { fromHex } from '@heatfleet/modbus/hex.ts'
import { useMessages } from '../../messages/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import css from './controls.module.css'
import { bytesOf, wordsOf } from './steps.ts'

const hexOf = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(4, '0')}`

/** What the module put on the bus, byte by byte and decoded, and the words that it read back. */
export function BusFrame({ row: { frame, read_back_data } }: { row: ControlLogRow }) {
  const t = useMessages('controls')
  const bytes = fromHex(frame)
  const parsed = bytes === null || bytes.length === 0 ? null : parseRequest(bytes)
  const request = parsed?.ok ? parsed.request : null
  return (
    <section>
      <h3>{t(($) => $.drawer.bus)}</h3>
      {request === null ? (
        <p className={css.weak}>{t(($) => $.drawer.frame_none)}</p>
      ) : (
        <>
          <code className={css.hex} title={t(($) => $.drawer.frame_note)}>
            {bytesOf(frame).join(' ')}
          </code>
          <Facts
            least_px={150}
            items={[
              { label: t(($) => $.drawer.slave), value: request.slave },
              { label: t(($) => $.drawer.function), value: functionText(t, request.fn) },
              {
                label: t(($) => (request.fn === 5 || request.fn === 15 ? $.drawer.coil : $.drawer.start)),
                value: `${request.start} · ${hexOf(request.start)}`,
              },
              {
                label: t(($) => $.drawer.words),
                value:
                  request.fn === 5 ? (
                    t(($) => (request.coil ? $.drawer.coil_on : $.drawer.coil_off))
                  ) : (
                    <WordsText words={wordsOfRequest(request)} />
                  ),
              },
              { label: t(($) => $.drawer.crc), value: <code>{bytesOf(frame).slice(-2).join(' ')}</code> },
              {
                label: t(($) => $.drawer.answer),
                value: <WordsText words={wordsOf(read_back_data).map((word) => Number.parseInt(word, 16))} />,
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

const functionText = (t: ReturnType<typeof useMessages<'controls'>>, fn: number): string => {
  const texts: Readonly<Record<string, string>> = t(($) => $.drawer.functions, { returnObjects: true })
  return texts[fn] ?? String(fn)
}

const wordsOfRequest = (request: RtuRequest): readonly number[] => {
  if (request.fn === 15) return request.coils.map(Number)
  if (request.fn === 16) return request.words
  return request.fn === 6 ? [request.word] : []
}

/** Words as numbers with their hex digits. */
const WordsText = ({ words }: { words: readonly number[] }) =>
  words.length === 0 ? null : <code>{words.map((word) => `${word} · ${hexOf(word)}`).join(', ')}</code>
