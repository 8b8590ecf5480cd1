import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { GeocodeCandidate } from '@heatfleet/contract/map/map.ts'
import type { AppContext } from '../../app-context.ts'
import type { Config } from '../../config.ts'
import { getJson, type Network, SendFailed } from '../notification-policies/public.ts'
import { readCandidates } from './geocoder-answers.ts'

const { geocoder_timeout_ms, geocoder_answer_bytes, geocoder_interval_ms, geocoder_wait_max_ms } = LIMITS
const { geocoder_kept_ms, geocoder_kept_max } = LIMITS

type Settings = Pick<
  Config,
  'HEATFLEET_GEOCODER_URL' | 'HEATFLEET_GEOCODER_FORMAT' | 'HEATFLEET_GEOCODER_KEY' | 'HEATFLEET_GEOCODER_CREDIT'
>
export type GeocoderDeps = Pick<AppContext, 'clock' | 'log'> & { config: Settings; network: Network }

/** Finds the places of an address; refuses with `geocoder_failed` or `geocoder_busy`, with the field `text`. */
type Geocoder = (text: string) => Promise<GeocodeCandidate[]>

/**
 * The geocoder of the settings (docs/operating.md), or null where none is set. One process answers all consoles, so its memory
 * holds what the whole installation may call and has been answered. Neither address nor key is logged.
 */
export const createGeocoder = ({ config, clock, log, network }: GeocoderDeps): Geocoder | null => {
  const { HEATFLEET_GEOCODER_URL: template, HEATFLEET_GEOCODER_FORMAT: format, HEATFLEET_GEOCODER_KEY: key } = config
  if (template === undefined) return null
  const kept = new Map<string, { until_ms: number; found: GeocodeCandidate[] }>()
  const under_way = new Map<string, Promise<GeocodeCandidate[]>>()
  let next_ms = 0

  const failed = (reason: string): Refusal => {
    log.warn({ reason }, 'geocoder did not answer as expected')
    return new Refusal('geocoder_failed', { field: 'text', details: { reason } })
  }
  const turn = (): Promise<void> => {
    const now_ms = clock.now()
    const wait_ms = Math.max(0, next_ms - now_ms)
    if (wait_ms > geocoder_wait_max_ms) throw new Refusal('geocoder_busy', { field: 'text' })
    next_ms = now_ms + wait_ms + geocoder_interval_ms
    return wait_ms === 0 ? Promise.resolve() : new Promise((resolve) => clock.after(wait_ms, resolve))
  }
  const fetchPlaces = async (text: string): Promise<GeocodeCandidate[]> => {
    await turn()
    // Functions: `$` in a text is no pattern of a replacement.
    const url = template
      .replaceAll('{text}', () => encodeURIComponent(text))
      .replaceAll('{key}', () => encodeURIComponent(key ?? ''))
    const limits = { timeout_ms: geocoder_timeout_ms, max_bytes: geocoder_answer_bytes + 1 }
    const answer = await getJson(network, url, limits).catch((error: unknown) => {
      throw failed(error instanceof SendFailed ? error.reason : 'unreachable')
    })
    if (answer.status !== 200) throw failed(`HTTP ${answer.status}`)
    if (Buffer.byteLength(answer.text) > geocoder_answer_bytes) throw failed('too_large')
    const found = readCandidates(format, answer.text)
    if (found === null) throw failed('wrong_form')
    const [oldest] = kept.keys()
    if (kept.size >= geocoder_kept_max && oldest !== undefined) kept.delete(oldest)
    kept.set(text, { until_ms: clock.now() + geocoder_kept_ms, found })
    return found
  }

  return async (text) => {
    const wanted = text.replaceAll(/\s+/g, ' ')
    const known = kept.get(wanted)
    if (known !== undefined && known.until_ms > clock.now()) return known.found
    kept.delete(wanted)
    // Two people who search the same share one call.
    const running = under_way.get(wanted) ?? fetchPlaces(wanted).finally(() => under_way.delete(wanted))
    under_way.set(wanted, running)
    return running
  }
}
