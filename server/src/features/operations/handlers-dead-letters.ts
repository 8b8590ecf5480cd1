import { UP_CHANNELS, type UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { deadLetters } from '@heatfleet/contract/operations/dead-letters.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { parseReport } from '../../ingest/report-frame.ts'
import { deleteDeadLetters, findDeadLetter, listDeadLetters, listPresentLetters } from './store-dead-letters.ts'

type Deps = Pick<AppContext, 'database' | 'bus'>

/** Bytes of a frame that are shown: more than any report has. */
const PAYLOAD_BYTES_MAX = 16_384

type Row = Awaited<ReturnType<typeof listDeadLetters>>['rows'][number]

const toWire = ({ at, tried_at, ...row }: Row) => ({
  ...row,
  at: at.toISOString(),
  tried_time: tried_at?.toISOString() ?? null,
})

/** Frames that could not be stored: list, look, process once more, discard. */
export const deadLetterHandlers = ({ database: { db }, bus }: Deps) =>
  ({
    deadLetterList: async ({ query, body }) => {
      const { pageNo, size } = query
      const { rows, total } = await listDeadLetters(db, body, { offset: (pageNo - 1) * size, limit: size })
      return { list: rows.map(toWire), total, pageNo, size }
    },

    deadLetter: async ({ params: { id } }) => {
      const found = await findDeadLetter(db, id, PAYLOAD_BYTES_MAX)
      if (found === null) throw new Refusal('dead_letter_gone')
      const { payload, ...row } = found
      return { ...toWire(row), payload_hex: payload.toString('hex'), unreadable: whyUnreadable(row, payload) }
    },

    deadLetterReplay: async ({ body: { ids } }, { note }) => {
      note({ object: objectOf(ids), detail: { ids } })
      const present = await listPresentLetters(db, ids)
      if (present.length < new Set(ids).size) throw new Refusal('dead_letter_gone')
      bus.publish({ kind: 'dead_letters_replayed', dead_letter_ids: present })
      return { count: present.length }
    },

    deadLetterDiscard: async ({ body: { ids } }, { note }) => {
      note({ object: objectOf(ids), detail: { ids } })
      const wanted = [...new Set(ids)]
      const count = await db.transaction().execute(async (tx) => {
        const deleted = await deleteDeadLetters(tx, wanted)
        if (deleted < wanted.length) throw new Refusal('dead_letter_gone')
        return deleted
      })
      return { count }
    },
  }) satisfies Pick<Handlers, keyof typeof deadLetters>

const isChannel = (topic: string): topic is UpChannel => Object.hasOwn(UP_CHANNELS, topic)

/** Why the frame itself cannot be read; null = it can, and something else kept it from being stored. */
const whyUnreadable = ({ mac, topic, at, bytes }: Row, payload: Buffer): string | null => {
  if (!isChannel(topic)) return 'unknown_channel'
  if (bytes > payload.length) return 'too_long'
  const uplink = { did: mac, channel: topic, payload, arrived_ms: at.getTime(), is_repeat: true, acknowledge: () => {} }
  const parsed = parseReport(uplink)
  return parsed.ok ? null : parsed.reason
}

/** One by its id; several are named in the detail. */
const objectOf = ([id, ...more]: readonly number[]): string => (more.length === 0 ? `dead-letter ${id}` : 'dead-letter')
