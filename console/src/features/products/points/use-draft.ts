import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProductDraft } from '@heatfleet/contract/products/draft.ts'
import { useRef, useState } from 'react'
import { call, keyOf, queryClient, useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { applyChange, changeBetween, type DraftChange, inverseOf } from './draft-change.ts'
import { appliedAgain, type RefusedChange, withRefused } from './refused-change.ts'

/** The draft being edited: each change is shown at once, saved by itself, and can be undone. */
export type DraftEditor = {
  read: ReturnType<typeof useRead<typeof api.productDraft>>
  change: (change: DraftChange) => Promise<boolean>
  /** Runs a change that is made as a whole elsewhere, an import; it is undone as one. `run` gives the revision it made. */
  record: <Done extends { revision: number }>(run: () => Promise<Done>) => Promise<Done>
  /** Undoes the last change; undefined when there is none. */
  undo: (() => void) | undefined
  saving: boolean
  /** The refused change, kept until it is applied again or discarded. */
  refused: RefusedChange | null
  /** Applies the refused change to the current content. */
  applyAgain: () => void
  giveUp: () => void
}

/**
 * Edits a draft. Changes are saved one after the other, each based on the revision of the last one; concurrent changes
 * are merged by the server and fetched. A refused change is kept with all that were based on it, while the screen shows
 * the stored content again.
 */
export const useDraft = (product_key: string, enabled = true): DraftEditor => {
  const t = useMessages('products')
  const notify = useNotify()
  const request = { params: { product_key } }
  const cache_key = keyOf(api.productDraft, request)
  const read = useRead(api.productDraft, request, { enabled })
  const [undos, setUndos] = useState<readonly DraftChange[]>([])
  const [waiting, setWaiting] = useState(0)
  const [refused, setRefused] = useState<RefusedChange | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  // The last refusal. Queued changes made before it would overwrite others' work on the newer revision unseen.
  const refusal = useRef<unknown>(null)

  const current = () => queryClient.getQueryData<ProductDraft>(cache_key)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.productDraft.of] })

  const save = async ({ set, removed, order, settings }: DraftChange): Promise<void> => {
    try {
      const saved = await call(api.productDraftSave, {
        ...request,
        body: {
          revision: current()?.revision ?? 0,
          set: [...(set ?? [])],
          removed: [...(removed ?? [])],
          ...(order === undefined ? {} : { order: [...order] }),
          settings: settings ?? {},
        },
      })
      queryClient.setQueryData<ProductDraft>(cache_key, (draft) => draft && { ...draft, revision: saved.revision })
      if (saved.merged.length > 0) {
        notify.info(t(($) => $.points.merged, { count: saved.merged.length }))
        await refresh()
      }
    } finally {
      void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
      void queryClient.invalidateQueries({
        queryKey: [api.checkUpdate.of, `${api.checkUpdate.method} ${api.checkUpdate.path}`],
      })
    }
  }

  const keep = (change: DraftChange, before: ProductDraft, error: unknown) => {
    setRefused((current) => withRefused(current, { change, before, error }))
    return false
  }

  const saveOrKeep = async (change: DraftChange, before: ProductDraft, built_on: unknown): Promise<boolean> => {
    try {
      if (built_on !== refusal.current) return keep(change, before, refusal.current)
      await save(change)
      return true
    } catch (error) {
      setUndos([])
      // Rolls back, in case the refetch fails.
      queryClient.setQueryData<ProductDraft>(cache_key, before)
      await refresh()
      refusal.current = error
      return keep(change, before, error)
    } finally {
      setWaiting((count) => count - 1)
    }
  }

  const push = async (change: DraftChange): Promise<boolean> => {
    // A pending fetch does not include this change.
    await queryClient.cancelQueries({ queryKey: cache_key })
    const before = current()
    if (before === undefined) return false
    queryClient.setQueryData<ProductDraft>(cache_key, applyChange(before, change))
    setWaiting((count) => count + 1)
    const built_on = refusal.current
    const saved = queue.current.then(() => saveOrKeep(change, before, built_on))
    queue.current = saved
    return saved
  }

  const last = undos.at(-1)
  return {
    read,
    saving: waiting > 0,
    refused,
    applyAgain: () => {
      const draft = current()
      if (refused === null || draft === undefined) return
      setRefused(null)
      void push(appliedAgain(refused, draft))
    },
    giveUp: () => setRefused(null),
    change: async (change) => {
      const draft = current()
      if (draft === undefined) return false
      setUndos((before) => [...before, inverseOf(draft, change)].slice(-LIMITS.undo_max))
      return push(change)
    },
    record: async (run) => {
      await queue.current
      const before = current()
      const done = await run()
      await refresh()
      const after = current()
      // Where somebody else changed the draft since, going back to what it was before would undo that too.
      const is_own = before !== undefined && after?.revision === done.revision
      setUndos((list) => (is_own ? [...list, changeBetween(after, before)].slice(-LIMITS.undo_max) : []))
      return done
    },
    undo:
      last === undefined
        ? undefined
        : () => {
            setUndos((before) => before.slice(0, -1))
            void push(last)
          },
  }
}
