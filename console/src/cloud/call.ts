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
import { endSession, tokenOf } from './session.ts'

const client = createClient({ base_url: '', token: tokenOf, onInvalidToken: () => endSession('expired') })

/** Refusals of every call, until something is done at the log-in: a new password, a second factor. */
const ONE_MORE_STEP: ReadonlySet<string> = new Set(['password_change_required', 'second_factor_enrolment_required'])

/**
 * The configured client: `call(api.deviceInfo, { query: { mac } })`. A refused token ends the session here, nowhere else,
 * and so does an account that must pass the log-in again.
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

/** Only what never became an answer is worth asking again; a refusal stays a refusal. */
const isWorthRetrying = (count: number, error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status >= 500) && count < RETRIES

/** The cache of everything read from the cloud. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Cache key of one read: noun, call, request. */
export const keyOf = <E extends Endpoint>(endpoint: E, request?: RequestOf<E>) =>
  [endpoint.of, `${endpoint.method} ${endpoint.path}`, request ?? {}] as const

const asked = new WeakMap<Query, number>()

/**
 * When what a read shows was asked for, unix ms of this computer: what was pushed since is newer, though the answer came later.
 * 0 = nothing came yet, or another page's rows stand there.
 */
export const askedAt = <E extends Endpoint>(
  // Read here so that the component is drawn again when the same answer comes anew.
  { dataUpdatedAt }: Pick<UseQueryResult, 'dataUpdatedAt'>,
  endpoint: E,
  request?: RequestOf<E>,
): number => {
  const query = queryClient.getQueryCache().find({ queryKey: keyOf(endpoint, request) })
  return dataUpdatedAt === 0 || query === undefined ? 0 : (asked.get(query) ?? 0)
}

export type ReadOptions = {
  /** False waits, for a request that is not known yet. */
  enabled?: boolean
  /** Asks again this often, in ms. */
  refetchInterval?: number | false
  /** How long an answer is good without asking again, in ms. */
  staleTime?: number
  /** `keep` shows the former answer while another page or filter loads. */
  placeholder?: 'keep'
}

/** Reads from the cloud: cached under `[of, call, request]`, refreshed by changes of the same noun. */
export const useRead = <E extends Endpoint>(
  endpoint: E,
  request?: RequestOf<E>,
  options: ReadOptions = {},
): UseQueryResult<ResultOf<E>> =>
  // The generics of react-query do not see through the endpoint's result; it is exactly what `call` resolves to.
  useQuery({
    queryKey: keyOf(endpoint, request),
    queryFn: async ({ signal, queryKey }) => {
      const asked_ms = Date.now()
      const answer = await call(endpoint, request, signal)
      const query = queryClient.getQueryCache().find({ queryKey })
      if (query !== undefined) asked.set(query, asked_ms)
      return answer
    },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.placeholder === 'keep' ? { placeholderData: keepPreviousData } : {}),
  }) as UseQueryResult<ResultOf<E>>

/** A paged list as one: its pages are fetched one after the other (the tree of distributors, spec 9). */
export const useReadPages = <Row>(
  endpoint: Endpoint & { result: z.ZodType<Page<Row>> },
  size: number,
): UseQueryResult<Row[]> =>
  useQuery({
    queryKey: [...keyOf(endpoint), 'pages', size],
    queryFn: async ({ signal }) => {
      const all: Row[] = []
      for (let pageNo = 1; ; pageNo += 1) {
        const { list, total } = await call(endpoint, { query: { pageNo, size } }, signal)
        all.push(...list)
        if (all.length >= total || list.length === 0) return all
      }
    },
  })

/** Changes something in the cloud; everything read of the same noun is fetched anew. `mutateAsync(request)`. */
export const useChange = <E extends Endpoint>(
  endpoint: E,
): UseMutationResult<ResultOf<E>, Error, RequestOf<E> | undefined> => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request: RequestOf<E> | undefined) => call(endpoint, request),
    onSuccess: () => cache.invalidateQueries({ queryKey: [endpoint.of] }),
  })
}
