import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import { type Carrier, CarrierFailed } from './carrier.ts'

const Text = z.string().max(200)
const Iccid = z.string().max(40)
const Megabytes = z.number().min(0).max(LIMITS.iccid_traffic_mb_max)
const Cards = z.object({
  cards: z
    .array(
      z.object({
        iccid: Iccid,
        msisdn: z.string().max(LIMITS.msisdn_max).optional(),
        plan: z.string().max(LIMITS.iccid_text_max).optional(),
        status: z.enum(['test', 'in_stock', 'active', 'stopped', 'cancelled']).optional(),
        activation_time: z.iso.datetime().optional(),
        expiration_time: z.iso.datetime().optional(),
        traffic_used_mb: Megabytes.optional(),
        traffic_total_mb: Megabytes.optional(),
      }),
    )
    .max(LIMITS.carrier_batch_max),
})
const Results = z.object({
  results: z
    .array(z.object({ iccid: Iccid, result: z.enum(['ok', 'refused']), reason: Text.optional() }))
    .max(LIMITS.carrier_batch_max),
})
const Traffic = z.object({ traffic: z.array(z.object({ iccid: Iccid, day: z.iso.date(), mb: Megabytes })) })

type Settings = Pick<Config, 'HEATFLEET_CARRIER_URL' | 'HEATFLEET_CARRIER_KEY' | 'HEATFLEET_CARRIER_BATCH'>

/**
 * The carrier of the settings over HTTP (docs/operating.md), or null where none is set. It calls the configured origin alone:
 * redirects are refused, answers are limited in time and size and checked for their form.
 */
export const createCarrier = (settings: Settings): Carrier | null => {
  const { HEATFLEET_CARRIER_URL: address, HEATFLEET_CARRIER_KEY: key, HEATFLEET_CARRIER_BATCH: batch } = settings
  if (address === undefined) return null
  const base = address.endsWith('/') ? address : `${address}/`
  const post = async <Answer>(
    path: string,
    body: object,
    form: z.ZodType<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const timeout = AbortSignal.timeout(LIMITS.carrier_timeout_ms)
    const response = await fetch(new URL(path, base), {
      method: 'POST',
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new CarrierFailed(`${path}: ${error instanceof Error ? error.name : 'no answer'}`)
    })
    const text = await readLimited(response, path)
    if (!response.ok) throw new CarrierFailed(`${path}: HTTP ${response.status}`)
    const answer = form.safeParse(parsed(text))
    if (!answer.success) throw new CarrierFailed(`${path}: answer not as agreed`)
    return answer.data
  }
  return {
    batch,
    list: async (iccids, signal) => (await post('cards/list', { iccids }, Cards, signal)).cards,
    stop: async (iccids) => (await post('cards/stop', { iccids }, Results)).results,
    resume: async (iccids) => (await post('cards/resume', { iccids }, Results)).results,
    traffic: async (iccids, from, to, signal) =>
      (await post('cards/traffic', { iccids, from, to }, Traffic, signal)).traffic,
  }
}

/** The text of an answer, at most so long. */
const readLimited = async (response: Response, path: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > LIMITS.carrier_answer_bytes) throw new CarrierFailed(`${path}: answer too long`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof CarrierFailed) throw error
    throw new CarrierFailed(`${path}: ${error instanceof Error ? error.name : 'broken off'}`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
