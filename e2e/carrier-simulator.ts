import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A card as the carrier keeps it. */
type SimulatedCard = { iccid: string; status: 'active' | 'stopped'; plan: string; used_mb: number }

const DAY_MS = 86_400_000
const TOTAL_MB = 30

/**
 * A carrier's platform as docs/operating.md ("SIM cards") describes it: `cards/list`, `cards/stop`, `cards/resume` and
 * `cards/traffic`, each a POST with the key. It knows the cards it is given.
 */
export const startCarrierSimulator = async (key: string) => {
  const cards = new Map<string, SimulatedCard>()
  const calls: string[] = []
  const known = (iccids: readonly string[]) => iccids.flatMap((iccid) => cards.get(iccid) ?? [])
  const setStatus = (iccids: readonly string[], status: SimulatedCard['status']) => ({
    results: iccids.map((iccid) => {
      const card = cards.get(iccid)
      if (card === undefined) return { iccid, result: 'refused', reason: 'unknown card' }
      card.status = status
      return { iccid, result: 'ok' }
    }),
  })
  const paths: Record<string, (asked: { iccids: string[]; from?: string; to?: string }) => object> = {
    '/cards/list': ({ iccids }) => ({
      cards: known(iccids).map(({ iccid, status, plan, used_mb }) => ({
        iccid,
        plan,
        status,
        traffic_used_mb: used_mb,
        traffic_total_mb: TOTAL_MB,
      })),
    }),
    '/cards/stop': ({ iccids }) => setStatus(iccids, 'stopped'),
    '/cards/resume': ({ iccids }) => setStatus(iccids, 'active'),
    '/cards/traffic': ({ iccids, from = '', to = '' }) => {
      const days: string[] = []
      for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
        days.push(new Date(at).toISOString().slice(0, 10))
      return {
        traffic: known(iccids).flatMap(({ iccid, used_mb }) =>
          days.map((day) => ({ iccid, day, mb: used_mb / days.length })),
        ),
      }
    },
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const handle = paths[request.url ?? '']
    if (request.method !== 'POST' || handle === undefined) return void answer(404, {})
    if (request.headers.authorization !== `Bearer ${key}`) return void answer(401, {})
    calls.push(request.url ?? '')
    text(request).then(
      (body) => answer(200, handle(JSON.parse(body))),
      () => answer(400, {}),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Paths that were called with the right key, in their order. */
    calls,
    add: (card: SimulatedCard) => void cards.set(card.iccid, card),
    statusOf: (iccid: string) => cards.get(iccid)?.status,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
