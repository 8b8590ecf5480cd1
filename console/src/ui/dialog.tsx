import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Modal, type ModalProps } from './modal.tsx'

export function Dialog(props: ModalProps) {
  return <Modal shape="dialog" {...props} />
}

export type Question = { title: ReactNode; text?: ReactNode; confirm?: string; cancel?: string; danger?: boolean }
type Ask = (question: Question) => Promise<boolean>

const Confirm = createContext<Ask>(() => Promise.resolve(false))

/** `if (await confirm({ title, text })) …`: confirmation of an irreversible action. */
export const useConfirm = (): Ask => useContext(Confirm)

/** Host of {@link useConfirm}; once, around the application. */
export function ConfirmPlace({ children }: { children: ReactNode }) {
  const t = useMessages('ui')
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
  const ask: Ask = useCallback((question) => new Promise((answer) => setAsked({ question, answer })), [])
  const answer = (yes: boolean) => {
    asked?.answer(yes)
    setAsked(null)
  }
  const question = asked?.question
  return (
    <Confirm value={ask}>
      {children}
      <Dialog
        open={asked !== null}
        title={question?.title}
        onClose={() => answer(false)}
        footer={
          <>
            <Button onClick={() => answer(false)}>{question?.cancel ?? t(($) => $.cancel)}</Button>
            <Button kind={question?.danger ? 'danger' : 'primary'} onClick={() => answer(true)} autoFocus>
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
