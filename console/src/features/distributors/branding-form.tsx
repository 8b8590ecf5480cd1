import type { Branding } from '@heatfleet/contract/distributors/branding.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useId, useRef, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { pngOfFile } from '../../ui/png-of-file.ts'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './distributors.module.css'

const FIRST_COLOUR = '#0b57d0'
/** A logo is drawn 28 px high; twice that is sharp on every screen. */
const LOGO_BOX = { width_px: 240, height_px: 56, bytes_max: LIMITS.logo_bytes }

/** Name, logo and colour of an organisation in the console of its people. */
export function BrandingForm(props: {
  stored: Branding
  missing_permission: string | undefined
  onSave: (branding: Branding) => Promise<unknown>
}) {
  const { stored, missing_permission, onSave } = props
  const t = useMessages('distributors')
  const shell = useMessages('shell')
  const notify = useNotify()
  const colour_id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(stored)
  const { busy, problem, send } = usePendingRequest()
  const change = (part: Partial<Branding>) => setDraft((before) => ({ ...before, ...part }))
  const unchanged = JSON.stringify(draft) === JSON.stringify(stored)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    await pngOfFile(file, LOGO_BOX).then(
      (logo) => change({ logo }),
      () => notify.error(t(($) => $.branding.no_picture)),
    )
  }
  return (
    <div className={css.branding}>
      <div className={css.brandSample}>
        <BrandMark branding={draft} product={shell(($) => $.product)} open />
      </div>
      <TextField
        label={t(($) => $.branding.name)}
        value={draft.brand_name}
        maxLength={LIMITS.agent_name_max}
        disabled={missing_permission !== undefined}
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
        <Button disabledReason={missing_permission} onClick={() => picker.current?.click()}>
          {t(($) => $.branding.choose)}
        </Button>
        {draft.logo !== null && (
          <Button kind="text" disabledReason={missing_permission} onClick={() => change({ logo: null })}>
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
          disabled={missing_permission !== undefined}
          onChange={(event) => change({ brand_colour: event.target.value })}
        />
        {draft.brand_colour !== null && (
          <Button kind="text" disabledReason={missing_permission} onClick={() => change({ brand_colour: null })}>
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
          disabledReason={missing_permission}
          onClick={() =>
            send(async () => {
              await onSave(draft)
              notify.success(t(($) => $.branding.saved))
            })
          }
        >
          {t(($) => $.branding.save)}
        </Button>
      </div>
    </div>
  )
}
