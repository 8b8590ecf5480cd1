import { CutText } from '../../lists/columns.tsx'
import { useMessages } from '../../messages/messages.ts'

/** Why a command failed: its text, or the bare code where there is none. */
export function ReasonText({ reason }: { reason: string | null }) {
  const t = useMessages('controls')
  const texts: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  return <CutText text={reason === null ? null : (texts[reason] ?? reason)} />
}
