import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Modal, type ModalProps } from './modal.tsx'

export function Dialog(props: ModalProps) {
  return <Modal shape="dialog" {...props} />
}

type Question = { title: ReactNode; text?: ReactNode; confirm?: string; cancel?: string; danger?: boolean }
/** `obsolete` is aborted when there is nothing to be asked any more: the question goes, answered with no. */
type ConfirmFunction = (question: Question, obsolete?: AbortSignal) => Promise<boolean>

const Confirm = createContext<ConfirmFunction>(() => Promise.resolve(false))

/** `if (await confirm({ title, text })) …`: confirmation of an irreversible action. */
export const useConfirm = (): ConfirmFunction => useContext(Confirm)

/** Host of {@link useConfirm}; once, around the application. */
export function ConfirmHost({ children }: { children: ReactNode }) {
  const t = useMessages('ui')
  const [pending, setPending] = useState<{ question: Question; resolve: (yes: boolean) => void } | null>(null)
  const confirm: ConfirmFunction = useCallback(
    (question, obsolete) =>
      new Promise((resolve) => {
        const asked = { question, resolve }
        setPending(asked)
        obsolete?.addEventListener('abort', () => {
          setPending((now) => (now === asked ? null : now))
          resolve(false)
        })
      }),
    [],
  )
  const resolve = (yes: boolean) => {
    pending?.resolve(yes)
    setPending(null)
  }
  const question = pending?.question
  return (
    <Confirm value={confirm}>
      {children}
      <Dialog
        open={pending !== null}
        title={question?.title}
        onClose={() => resolve(false)}
        footer={
          <>
            <Button onClick={() => resolve(false)}>{question?.cancel ?? t(($) => $.cancel)}</Button>
            <Button kind={question?.danger ? 'danger' : 'primary'} onClick={() => resolve(true)} autoFocus>
              {question?.confirm ?? t(($) => $.ok)}
            </Button>
          </>
        }
      >
        {question?.text}
      </Dialog>
    </Confirm>
  )
}
