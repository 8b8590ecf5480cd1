import { UP_CHANNELS, type UpChannel } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import type pg from 'pg'
import type { DeadLetters } from './dead-letters.ts'
import { parseReport } from './report-frame.ts'
import type { ReportWriter } from './report-writer.ts'

type Row = { dead_letter_id: string; at: Date; mac: string; topic: string; payload: Buffer; tries: number }

/** Processes frames that could not be stored once more, as of their arrival. */
export type DeadLetterReplay = (dead_letter_ids: readonly number[]) => Promise<void>

const isChannel = (topic: string): topic is UpChannel => Object.hasOwn(UP_CHANNELS, topic)

/**
 * Gives frames to the report writer as repeated messages, so that none is stored twice. A row goes after the commit of its
 * frame; one that fails again stays with the new reason.
 */
export const createDeadLetterReplay =
  ({
    pool,
    writer,
    dead_letters,
  }: {
    pool: pg.Pool
    writer: Pick<ReportWriter, 'takeParsed'>
    dead_letters: DeadLetters
  }): DeadLetterReplay =>
  async (dead_letter_ids) => {
    const { rows } = await pool.query<Row>(
      `select dead_letter_id, at, mac, topic, payload, tries from dead_letters
       where dead_letter_id = any($1) order by dead_letter_id`,
      [dead_letter_ids],
    )
    /** Nothing where it was parked again in the meantime. */
    const removeStored = async ({ dead_letter_id, tries }: Row): Promise<void> => {
      await pool.query('delete from dead_letters where dead_letter_id = $1 and tries = $2', [dead_letter_id, tries])
    }
    for (const row of rows) {
      const { dead_letter_id, mac, topic, payload } = row
      if (!isChannel(topic)) continue
      const parsed = parseReport({
        did: mac,
        channel: topic,
        payload,
        arrived_ms: row.at.getTime(),
        is_repeat: true,
        dead_letter_id,
        // A failure leaves the row on the list, where it is seen.
        acknowledge: () => void removeStored(row).catch(() => {}),
      })
      if (parsed.ok) writer.takeParsed(parsed.parsed)
      else await dead_letters.park({ mac, topic, reason: parsed.reason, payload, dead_letter_id })
    }
  }
