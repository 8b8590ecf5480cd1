import { api } from '@heatfleet/contract/api.ts'
import type { Branding } from '@heatfleet/contract/distributors/branding.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useId, useRef, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { pngOfFile } from '../../ui/png-of-file.ts'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './distributors.module.css'

const FIRST_COLOUR = '#0b57d0'
/** A logo is drawn 28 px high; twice that is sharp on every screen. */
const LOGO_BOX = { width_px: 240, height_px: 56, bytes_max: LIMITS.logo_bytes }

/** Logo, name and colour that the people of a distributor see in their console (product 3.28). */
export function BrandingTab({ agent_id }: { agent_id: number }) {
  const { data, error, refetch } = useRead(api.agentBranding, { params: { id: agent_id } })
  if (data !== undefined) return <Form agent_id={agent_id} stored={data} />
  return error === null ? <Loading /> : <ErrorState error={error} needs="agent:view" onRetry={() => void refetch()} />
}

function Form({ agent_id, stored }: { agent_id: number; stored: Branding }) {
  const t = useMessages('distributors')
  const shell = useMessages('shell')
  const notify = useNotify()
  const colour_id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const brand = useChange(api.brandAgent)
  const [draft, setDraft] = useState(stored)
  const { busy, problem, send } = usePendingRequest()
  const change = (part: Partial<Branding>) => setDraft((before) => ({ ...before, ...part }))
  const lacks = useMissingPermission('agent:edit')
  const unchanged = JSON.stringify(draft) === JSON.stringify(stored)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    await pngOfFile(file, LOGO_BOX).then(
      (logo) => change({ logo }),
      () => notify.error(t(($) => $.branding.no_picture)),
    )
  }
  return (
    <Panel title={t(($) => $.branding.title)} note={t(($) => $.branding.note)}>
      <div className={css.branding}>
        <div className={css.brandSample}>
          <BrandMark branding={draft} product={shell(($) => $.product)} open />
        </div>
        <TextField
          label={t(($) => $.branding.name)}
          value={draft.brand_name}
          maxLength={LIMITS.agent_name_max}
          disabled={lacks !== undefined}
          onChange={(brand_name) => change({ brand_name })}
        />
        <div className={css.brandRow}>
          <input
            ref={picker}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            className="hf-hidden"
            tabIndex={-1}
            aria-label={t(($) => $.branding.logo)}
            onChange={(event) => void take(event.target.files?.[0])}
          />
          <Button disabledReason={lacks} onClick={() => picker.current?.click()}>
            {t(($) => $.branding.choose)}
          </Button>
          {draft.logo !== null && (
            <Button kind="text" disabledReason={lacks} onClick={() => change({ logo: null })}>
              {t(($) => $.branding.no_logo)}
            </Button>
          )}
        </div>
        <div className={css.brandRow}>
          <label htmlFor={colour_id}>{t(($) => $.branding.colour)}</label>
          <input
            id={colour_id}
            type="color"
            value={draft.brand_colour ?? FIRST_COLOUR}
            disabled={lacks !== undefined}
            onChange={(event) => change({ brand_colour: event.target.value })}
          />
          {draft.brand_colour !== null && (
            <Button kind="text" disabledReason={lacks} onClick={() => change({ brand_colour: null })}>
              {t(($) => $.branding.no_colour)}
            </Button>
          )}
        </div>
        <Problem problem={problem} />
        <div>
          <Button
            kind="primary"
            busy={busy}
            disabled={unchanged}
            disabledReason={lacks}
            onClick={() =>
              send(async () => {
                await brand.mutateAsync({ params: { id: agent_id }, body: draft })
                notify.success(t(($) => $.branding.saved))
              })
            }
          >
            {t(($) => $.branding.save)}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
