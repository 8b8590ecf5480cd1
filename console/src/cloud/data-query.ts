import { CallFailed } from '@heatfleet/contract/client.ts'
import type { DataQuery, DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { tokenOf } from './session.ts'
import { onConnection, onMessage, send } from './socket.ts'

/** How long an answer, or the connection before it, is waited for, ms; the server answers or refuses earlier. */
const ANSWER_MAX_MS = 15_000

/** Sends a `UserFormatDataQuery` as soon as the connection is live; resolves to its answer, or rejects as a call does. */
const queryData = (data_query: DataQuery, signal: AbortSignal): Promise<DataQueryResult> =>
  new Promise((resolve, reject) => {
    let sn: number | null = null
    const end = (outcome: () => void) => {
      for (const stop of stops) stop()
      outcome()
    }
    const ask = () => {
      const token = tokenOf()
      sn ??= token === null ? null : send({ cmd: 'UserFormatDataQuery', token, data_query })
    }
    const isLost = () => end(() => reject(new CallFailed(0, 'no answer')))
    const stops = [
      onMessage('UserFormatDataQueryAck', (answer) => {
        if (answer.sn === sn) end(() => resolve(answer))
      }),
      onMessage('CommandAck', ({ sn: refused, error, field }) => {
        if (refused !== sn) return
        end(() => reject(new Refusal(error ?? 'system_exception', field === undefined ? {} : { field })))
      }),
      onConnection(({ state }) => {
        // What was sent over the connection before is answered by nobody.
        if (sn !== null) isLost()
        else if (state === 'live') ask()
      }),
    ]
    const timer = setTimeout(isLost, ANSWER_MAX_MS)
    stops.push(() => clearTimeout(timer))
    signal.addEventListener('abort', isLost)
    ask()
  })

/** The answer to a data query over the console's socket; null asks nothing. */
export const useDataQuery = (query: DataQuery | null): UseQueryResult<DataQueryResult> =>
  useQuery({
    queryKey: ['data-query', query],
    queryFn: ({ signal }) => {
      if (query === null) throw new Error('Nothing is asked.')
      return queryData(query, signal)
    },
    enabled: query !== null,
    // A query is asked again by its button alone.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: keepPreviousData,
  })
