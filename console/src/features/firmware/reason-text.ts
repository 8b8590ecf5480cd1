import type { useMessages } from '../../messages/messages.ts'

/** Why an upgrade did not succeed; null for none. */
export const upgradeReason = (t: ReturnType<typeof useMessages<'firmware'>>, reason: string | null): string | null => {
  if (reason === null) return null
  const code = /^module_(\d+)$/.exec(reason)?.[1]
  if (code !== undefined) return t(($) => $.reasons.module_error, { code })
  const reasons: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  return reasons[reason] ?? reason
}
