import { CallFailed } from '@heatfleet/contract/client.ts'
import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'
import { loadLazyMessages } from '../../messages/messages.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'

type LaterPart<Props> = FunctionComponent<Props> & {
  /** Fetches the part and its texts before it is shown; a failure is shown when it is. */
  prefetch: () => Promise<void>
}

/**
 * A part of the screen that is fetched with its texts when it is first shown. Meanwhile it is a skeleton; a fetch that
 * fails may be tried again. Once fetched it is drawn at once.
 */
export const laterPart = <Props extends object>(importPart: () => Promise<ComponentType<Props>>): LaterPart<Props> => {
  let fetched: ComponentType<Props> | null = null
  let fetching: Promise<void> | null = null
  const fetchPart = async () => {
    const [part] = await Promise.all([importPart(), loadLazyMessages()])
    fetched = part
  }
  const load = (): Promise<void> => {
    fetching ??= fetchPart().catch((cause: unknown) => {
      fetching = null
      // What a browser says of a file that it could not fetch is in its own language; ours is that of a call without answer.
      throw new CallFailed(0, cause instanceof Error ? cause.message : 'no answer')
    })
    return fetching
  }

  const Later = (props: Props) => {
    const [Part, setPart] = useState(() => fetched)
    const [error, setError] = useState<unknown>(null)
    useEffect(() => {
      if (Part !== null || error !== null) return
      let is_current = true
      const start = () =>
        load().then(
          () => is_current && setPart(() => fetched),
          (failure: unknown) => is_current && setError(failure),
        )
      // The press is answered by a frame with the skeleton before the work begins.
      let timer: ReturnType<typeof setTimeout> | undefined
      const frame = requestAnimationFrame(() => {
        timer = setTimeout(() => void start(), 0)
      })
      return () => {
        is_current = false
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    }, [Part, error])
    if (Part !== null) return <Part {...props} />
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => setError(null)} />
  }
  return Object.assign(Later, { prefetch: () => load().catch(() => undefined) })
}
