import { useWords } from '../words/words.ts'

/** What an action is called; a read that was refused goes by its own name. */
export const useActionText = (): ((action: string) => string) => {
  const t = useWords('audit')
  const actions: Readonly<Record<string, string>> = t(($) => $.actions, { returnObjects: true })
  return (action) => actions[action] ?? action
}
