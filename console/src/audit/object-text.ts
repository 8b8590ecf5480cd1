import { useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'

/** `role 3` in the person's words: `Role 3`; several ids are separated, an unknown noun stays as it is. */
export const useObjectText = (): ((object: string) => string) => {
  const t = useMessages('audit')
  return useMemo(() => {
    const nouns: Readonly<Record<string, string>> = t(($) => $.nouns, { returnObjects: true })
    return (object) => {
      const [noun = '', ...ids] = object.split(' ')
      const name = nouns[noun]
      return name === undefined ? object : `${name} ${ids.join(', ')}`.trimEnd()
    }
  }, [t])
}

/** Who stands in a line: an account by its name, an app or an app user by noun and number. */
export const useActorText = (): ((user_name: string) => string) => {
  const objectText = useObjectText()
  return useMemo(
    () => (user_name) => (/^(app-user|application) \d+$/.test(user_name) ? objectText(user_name) : user_name),
    [objectText],
  )
}
