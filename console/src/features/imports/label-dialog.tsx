import { api } from '@heatfleet/contract/api.ts'
import { LABEL_PAPERS, type LabelPaper, labelsPerPage } from '@heatfleet/contract/device-labels/papers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, NumberField, SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './imports.module.css'

const LANGUAGES = { en: 'English', zh: '中文', pl: 'Polski' } as const
type LabelLanguage = keyof typeof LANGUAGES

/** Labels of units as PDF: on what, from which label on, with or without claim codes. Mounted = open. */
export function LabelDialog(props: {
  total: number
  /** Ids of some units, from a place on. */
  findMacs: (from: number, count: number) => Promise<string[]>
  onClose: () => void
}) {
  const { total, findMacs, onClose } = props
  const t = useMessages('device-labels')
  const ui = useMessages('ui')
  const lang = useLanguage()
  const secret_missing = useMissingPermission('device-import:secret')
  const { busy, problem, send } = usePendingRequest()
  const [paper, setPaper] = useState<LabelPaper>('a4_70x37')
  const [first, setFirst] = useState<number | null>(1)
  const [language, setLanguage] = useState<LabelLanguage>(lang)
  const [with_code, setWithCode] = useState(secret_missing === undefined)
  const [from, setFrom] = useState(0)
  const max = LIMITS.labels_max
  const per_page = labelsPerPage(paper)
  const is_sheet = per_page > 1
  const parts = Array.from({ length: Math.ceil(total / max) }, (_, part) => part * max)
  const partText = (start: number) =>
    t(($) => $.part, {
      from: formatNumber(start + 1, 0, lang),
      to: formatNumber(Math.min(total, start + max), 0, lang),
    })
  const print = () =>
    send(async () => {
      const macs = await findMacs(from, Math.min(max, total - from))
      const body = { macs, paper, language, first: is_sheet ? (first ?? 1) : 1 }
      const { file_name, blob } = await call(with_code ? api.claimLabelFile : api.labelFile, { body })
      saveFile(file_name, blob)
      if (from + max >= total) onClose()
      else setFrom(from + max)
    })
  return (
    <Dialog
      open
      title={t(($) => $.title, { count: total })}
      onClose={onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            icon={DownloadIcon}
            busy={busy}
            disabledReason={is_sheet && first === null ? t(($) => $.first_missing) : undefined}
            onClick={print}
          >
            {t(($) => $.download)}
          </Button>
        </>
      }
    >
      <div className={css.parts}>
        <SelectField
          label={t(($) => $.paper)}
          value={paper}
          options={LABEL_PAPERS.map((value) => ({ value, label: t(($) => $.papers[value]) }))}
          onChange={(next) => next !== undefined && setPaper(next)}
        />
        {is_sheet && (
          <NumberField
            label={t(($) => $.first)}
            hint={t(($) => $.first_hint)}
            min={1}
            max={per_page}
            value={first}
            onChange={setFirst}
          />
        )}
        <SelectField
          label={t(($) => $.language)}
          value={language}
          options={(['en', 'zh', 'pl'] as const).map((value) => ({ value, label: LANGUAGES[value] }))}
          onChange={(next) => next !== undefined && setLanguage(next)}
        />
        <CheckboxField
          label={t(($) => $.with_code)}
          disabled={secret_missing !== undefined}
          checked={with_code}
          onChange={setWithCode}
        />
        <p className={css.weak}>{secret_missing ?? t(($) => $.with_code_hint)}</p>
        {parts.length > 1 && (
          <SelectField
            label={t(($) => $.parts)}
            hint={t(($) => $.parts_hint, { max })}
            value={from}
            options={parts.map((value) => ({ value, label: partText(value) }))}
            onChange={(next) => next !== undefined && setFrom(next)}
          />
        )}
      </div>
    </Dialog>
  )
}
