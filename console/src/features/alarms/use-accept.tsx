import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.tsx'

/** Accepts an alarm and offers to take it back; a refusal is told. */
export const useAccept = () => {
  const t = useMessages('alarms')
  const errorText = useErrorText()
  const notify = useNotify()
  const change = useChange(api.alarmAccept)
  const send = async (id: number, release: boolean): Promise<boolean> => {
    try {
      await change.mutateAsync({ params: { id }, body: { release } })
      return true
    } catch (error) {
      notify.failed(errorText(error))
      return false
    }
  }
  const release = async (id: number) => {
    if (await send(id, true)) notify.success(t(($) => $.accept.undone))
  }
  const accept = async (id: number) => {
    if (!(await send(id, false))) return
    // Shown longer than a success: it holds the way back.
    notify.info(
      <>
        {t(($) => $.accept.done, { id })}{' '}
        <Button kind="text" size="small" onClick={() => void release(id)}>
          {t(($) => $.accept.undo)}
        </Button>
      </>,
    )
  }
  return { accept, busy: change.isPending }
}
