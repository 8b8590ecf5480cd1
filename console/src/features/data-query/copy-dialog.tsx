import { CODE_SAMPLES, codeSamples } from '@heatfleet/contract/data-query/code-samples.ts'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckIcon, CopyIcon } from '../../ui/icons.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import css from './query.module.css'
import { messageOf, type QueryDraft } from './query-draft.ts'

/** The query as a socket message and as programs, to be copied; with a placeholder in place of the token. */
export function CopyDialog({ draft, onClose }: { draft: QueryDraft; onClose: () => void }) {
  const t = useMessages('data-query')
  const [shown, show] = useState<(typeof CODE_SAMPLES)[number]>('message')
  const [copied, setCopied] = useState<string | null>(null)
  const text = codeSamples(messageOf(draft), location.origin)[shown]
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  const is_copied = copied === text
  return (
    <Dialog
      open
      width={760}
      title={t(($) => $.copy.title)}
      onClose={onClose}
      footer={
        <Button kind="primary" icon={is_copied ? CheckIcon : CopyIcon} onClick={() => void copy()}>
          {is_copied ? t(($) => $.copy.copied) : t(($) => $.copy.copy)}
        </Button>
      }
    >
      <Tabs
        label={t(($) => $.copy.title)}
        value={shown}
        onChange={show}
        items={CODE_SAMPLES.map((key) => ({ key, label: t(($) => $.copy[key]) }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.code} tabIndex={0} aria-label={t(($) => $.copy.text)}>
        <pre translate="no">{text}</pre>
      </section>
      <p className={css.hint}>{t(($) => $.copy.note)}</p>
    </Dialog>
  )
}
