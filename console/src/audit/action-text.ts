import { useMessages } from '../messages/messages.ts'

/** What an action is called; a read that was refused goes by its own name. */
export const useActionText = (): ((action: string) => string) => {
  const t = useMessages('shared')
  const actions: Readonly<Record<string, string>> = t(($) => $.audit_actions, { returnObjects: true })
  return (action) => actions[action] ?? action
}
