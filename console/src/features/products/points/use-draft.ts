import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProductDraft } from '@heatfleet/contract/product-draft.ts'
import { useRef, useState } from 'react'
import { call, keyOf, queryClient, useRead } from '../../../cloud/call.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { useErrorText } from '../../../words/error-text.ts'
import { useWords } from '../../../words/words.ts'
import { applyChange, type DraftChange, inverseOf } from './draft-change.ts'

/** The draft in the hands of a person: each change shows at once, is saved by itself, and can be taken back. */
export type DraftEditor = {
  read: ReturnType<typeof useRead<typeof api.productDraft>>
  change: (change: DraftChange) => Promise<boolean>
  /** Takes the last change back; undefined when there is none. */
  undo: (() => void) | undefined
  saving: boolean
}

/**
 * Edits a draft. Changes are saved one after the other, each on the revision the last one made; what others changed
 * meanwhile is merged by the server and fetched. A refused change is told, and the screen shows the truth again.
 */
export const useDraft = (product_key: string, enabled = true): DraftEditor => {
  const t = useWords('points')
  const notify = useNotify()
  const errorText = useErrorText()
  const request = { params: { product_key } }
  const cache_key = keyOf(api.productDraft, request)
  const read = useRead(api.productDraft, request, { enabled })
  const [undos, setUndos] = useState<readonly DraftChange[]>([])
  const [waiting, setWaiting] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const current = () => queryClient.getQueryData<ProductDraft>(cache_key)
  const refresh = () => queryClient.invalidateQueries({ queryKey: [api.productDraft.of] })

  const save = async ({ set, removed, order, settings }: DraftChange): Promise<boolean> => {
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
        notify.info(t(($) => $.merged, { count: saved.merged.length }))
        await refresh()
      }
      return true
    } catch (error) {
      notify.error(errorText(error).message)
      setUndos([])
      await refresh()
      return false
    } finally {
      setWaiting((count) => count - 1)
      void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
      void queryClient.invalidateQueries({
        queryKey: [api.checkUpdate.of, `${api.checkUpdate.method} ${api.checkUpdate.path}`],
      })
    }
  }

  const push = async (change: DraftChange): Promise<boolean> => {
    // A fetch on its way knows nothing of this change.
    await queryClient.cancelQueries({ queryKey: cache_key })
    queryClient.setQueryData<ProductDraft>(cache_key, (draft) => draft && applyChange(draft, change))
    setWaiting((count) => count + 1)
    const saved = queue.current.then(() => save(change))
    queue.current = saved
    return saved
  }

  const last = undos.at(-1)
  return {
    read,
    saving: waiting > 0,
    change: async (change) => {
      const draft = current()
      if (draft === undefined) return false
      setUndos((before) => [...before, inverseOf(draft, change)].slice(-LIMITS.undo_max))
      return push(change)
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
