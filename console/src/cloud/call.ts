import { type Call, CallFailed, createClient } from '@heatfleet/contract/client.ts'
import type { Endpoint, RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Page } from '@heatfleet/contract/paging.ts'
import {
  keepPreviousData,
  type Query,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { withinTime } from './answer-time.ts'
import { endSession, followsLink, tokenOf } from './session.ts'

// A link that has ended says nothing of the session beside it.
const onInvalidToken = () => {
  if (!followsLink()) endSession('expired')
}
const client = createClient({ base_url: '', token: tokenOf, onInvalidToken })

/** Refusals of every call until a log-in step is completed: a new password, a second factor. */
const ONE_MORE_STEP: ReadonlySet<string> = new Set(['password_change_required', 'second_factor_enrolment_required'])

/**
 * The configured client: `call(api.deviceInfo, { query: { mac } })`. The only place where a refused token, or an
 * account with a pending log-in step, ends the session.
 */
export const call: Call = async (endpoint, request, signal) => {
  try {
    return await client(endpoint, request, signal)
  } catch (error) {
    if (error instanceof Refusal && ONE_MORE_STEP.has(error.code)) endSession('one_more_step')
    throw error
  }
}

const RETRIES = 2

/** Only calls without an answer are retried; a refusal is final. */
const isWorthRetrying = (count: number, error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status >= 500) && count < RETRIES

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Cache key of one read: noun, call, request. */
export const keyOf = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) =>
  [endpoint.of, `${endpoint.method} ${endpoint.path}`, request ?? {}] as const

const request_times = new WeakMap<Query, number>()

/**
 * Request time of the cached result, unix ms of this computer: a push received after it is newer, even if the response
 * arrived later. 0 = no data yet, or data of another page.
 */
export const requestedAt = <E extends Endpoint>(
  // Read here so that the component renders again when an identical result arrives.
  { dataUpdatedAt }: Pick<UseQueryResult, 'dataUpdatedAt'>,
  endpoint: E,
  request?: RequestOf<E>,
): number => {
  const query = queryClient.getQueryCache().find({ queryKey: keyOf(endpoint, request) })
  return dataUpdatedAt === 0 || query === undefined ? 0 : (request_times.get(query) ?? 0)
}

type ReadOptions<Result = unknown> = {
  /** False while the request is incomplete. */
  enabled?: boolean
  /** Poll interval, ms; a function derives it from the latest result. */
  refetchInterval?: number | false | ((result: Result | undefined) => number | false)
  /** Time for which a result counts as fresh, ms. */
  staleTime?: number
  /** `keep` shows the previous result while another page or filter loads. */
  placeholder?: 'keep'
}

/** Queries the cloud: cached under `[of, call, request]`, invalidated by changes of the same noun. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  request?: RequestOf<E>,
  options: ReadOptions<ResultOf<E>> = {},
): UseQueryResult<ResultOf<E>> => {
  const { refetchInterval } = options
  // react-query's generics cannot express the endpoint's result; it is exactly what `call` resolves to.
  return useQuery({
    queryKey: keyOf(endpoint, request),
    queryFn: async ({ signal, queryKey }) => {
      const requested_ms = Date.now()
      const result = await withinTime(signal, (ends) => call(endpoint, request, ends))
      const query = queryClient.getQueryCache().find({ queryKey })
      if (query !== undefined) request_times.set(query, requested_ms)
      return result
    },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval:
            typeof refetchInterval === 'function'
              ? ({ state }: Query<ResultOf<E>>) => refetchInterval(state.data)
              : refetchInterval,
        }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.placeholder === 'keep' ? { placeholderData: keepPreviousData } : {}),
  }) as UseQueryResult<ResultOf<E>>
}

/** Fetches all pages of a list one after the other (the tree of distributors, spec 9). */
export const useReadPages = <Row>(
  endpoint: Endpoint & { result: z.ZodType<Page<Row>> },
  size: number,
): UseQueryResult<Row[]> =>
  useQuery({
    queryKey: [...keyOf(endpoint), 'pages', size],
    queryFn: async ({ signal }) => {
      const all: Row[] = []
      for (let pageNo = 1; ; pageNo += 1) {
        const { list, total } = await withinTime(signal, (ends) => call(endpoint, { query: { pageNo, size } }, ends))
        all.push(...list)
        if (all.length >= total || list.length === 0) return all
      }
    },
  })

/** Mutates data in the cloud and invalidates all queries of the same noun. `mutateAsync(request)`. */
export const useChange = <E extends Endpoint>(
  endpoint: E,
): UseMutationResult<ResultOf<E>, Error, RequestOf<E> | undefined> => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<E> | undefined) => call(endpoint, request),
    onSuccess: () => cache.invalidateQueries({ queryKey: [endpoint.of] }),
  })
}
