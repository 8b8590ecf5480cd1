import { api } from '@heatfleet/contract/api.ts'
import { ImportDraft, ImportFileDraft } from '@heatfleet/contract/imports/device-import.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { RadioGroupField, TextAreaField } from '../../ui/field.tsx'
import { FormArea } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NoPermission } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { FileSource, type ImportFile } from './file-source.tsx'
import { type HeaderDraft, HeaderFields, headerOf, toHeader } from './header-fields.tsx'
import { ImportHelp } from './import-help.tsx'
import { ImportSteps } from './import-steps.tsx'
import css from './imports.module.css'
import { IMPORT_LIST, importPath } from './paths.ts'
import { ScanSource } from './scan-source.tsx'

const SOURCES = ['paste', 'scan', 'file'] as const
type Source = (typeof SOURCES)[number]

/** The first two steps of an import: where the ids come from, and what all units have in common. */
export function NewImport() {
  const t = useMessages('imports')
  const may = usePermission('device-import:create')
  return (
    <Page title={t(($) => $.import)} tab={t(($) => $.import)}>
      {may ? <NewImportForm /> : <NoPermission permission="device-import:create" />}
    </Page>
  )
}

const NO_SOURCE = { pasted: '', scanned: [] as string[], file: null as ImportFile | null }
type NewDraft = HeaderDraft & typeof NO_SOURCE
const EMPTY: NewDraft = { ...headerOf(null), ...NO_SOURCE }

function NewImportForm() {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const check = useChange(api.importCheck)
  const checkFile = useChange(api.importFileCheck)
  const [source, setSource] = useState<Source>('paste')
  const form = useForm({
    schema: source === 'file' ? ImportFileDraft : ImportDraft,
    initial: EMPTY,
    toBody: ({ pasted, scanned, file, ...header }) =>
      source === 'file'
        ? { ...toHeader(header), ...file }
        : { ...toHeader(header), source, text: source === 'paste' ? pasted : scanned.join('\n') },
    onSave: (body) => ('content' in body ? checkFile.mutateAsync({ body }) : check.mutateAsync({ body })),
    onSaved: ({ import_id }) => void navigate(importPath(import_id), { replace: true }),
  })
  const { pasted, scanned, file } = form.values
  const missing = { paste: pasted.trim() === '', scan: scanned.length === 0, file: file === null }[source]
  return (
    <>
      <ImportSteps now="source" />
      <FormArea
        form={form}
        save={t(($) => $.check)}
        saveDisabledReason={missing ? t(($) => $.missing[source]) : undefined}
        onCancel={() => void navigate(IMPORT_LIST)}
      >
        <div className={css.columns}>
          <Panel title={t(($) => $.steps.source)}>
            <div className={css.parts}>
              <RadioGroupField
                inline
                label={t(($) => $.ways.label)}
                value={source}
                onChange={setSource}
                options={SOURCES.map((value) => ({ value, label: t(($) => $.ways[value]) }))}
              />
              {source === 'paste' && (
                <TextAreaField
                  label={t(($) => $.paste.field)}
                  hint={t(($) => $.paste.hint, { max: LIMITS.device_import_rows_max })}
                  rows={10}
                  {...form.field('pasted')}
                />
              )}
              {source === 'scan' && <ScanSource scanned={scanned} onChange={(next) => form.set('scanned', next)} />}
              {source === 'file' && <FileSource file={file} onFile={(next) => form.set('file', next)} />}
            </div>
          </Panel>
          <Panel title={t(($) => $.steps.header)}>
            <div className={css.parts}>
              <HeaderFields form={form} />
            </div>
          </Panel>
        </div>
        <ImportHelp />
      </FormArea>
    </>
  )
}
