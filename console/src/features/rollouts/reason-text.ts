import type { Translate } from '../../lists/texts.ts'

/** Why a unit was not set, by its code; an exception of the board is named by its number. */
export const reasonText = (t: Translate<'rollouts'>, reason: string | null): string | null => {
  if (reason === null) return null
  const exception = /^exc_(\d+)$/.exec(reason)?.[1]
  if (exception !== undefined) return t(($) => $.exception, { code: exception })
  const texts: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  return texts[reason] ?? reason
}
