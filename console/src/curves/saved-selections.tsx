import { api } from '@heatfleet/contract/api.ts'
import type { AttrSaving } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { useChange, useRead } from '../cloud/call.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { useMissingPermission } from '../messages/missing-permission.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { useNotify } from '../ui/notify.tsx'
import type { CurveDevice } from './curve-device.ts'
import type { CurveView } from './curve-view.ts'
import css from './curves.module.css'

type SavedProps = { device: CurveDevice; view: CurveView; onApply: (points: readonly string[]) => void }

/** The account's saved selections for this product: apply, save under a name, delete. */
export const SavedSelections = ({ device: { device }, view, onApply }: SavedProps) => {
  const t = useMessages('history')
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('history:preset-edit')
  const [name, setName] = useState('')
  const params = { id: device.product_key }
  const saved = useRead(api.attrSavings, { params })
  const save = useChange(api.saveAttrSavings)
  const defaults = useRead(api.curveNames, { query: { product_key: device.product_key } })
  const list = saved.data ?? []
  const trimmed = name.trim()
  const is_duplicate = list.some((one) => one.name === trimmed)
  const full = list.length >= LIMITS.attr_savings_max && !is_duplicate
  const standard = (defaults.data ?? []).filter((one) => one.default_curve).map((one) => one.key)

  const store = async (body: AttrSaving[]) => {
    try {
      await save.mutateAsync({ params, body })
      return true
    } catch (error) {
      notify.failed(errorText(error))
      return false
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (trimmed === '' || full || view.points.length === 0) return
    const saved_selection = { name: trimmed, points: [...view.points] }
    if (!(await store([...list.filter((one) => one.name !== trimmed), saved_selection]))) return
    setName('')
    notify.success(t(($) => $.curves.saved_done))
  }
  const remove = async (one: AttrSaving) => {
    if (!(await confirm({ title: t(($) => $.curves.delete_question, { name: one.name }), danger: true }))) return
    await store(list.filter((other) => other.name !== one.name))
  }
  const reason = missing_permission ?? (full ? t(($) => $.curves.full, { max: LIMITS.attr_savings_max }) : undefined)
  return (
    <section className={css.saved} aria-label={t(($) => $.curves.saved)}>
      <div className={css.savedList}>
        {standard.length > 0 && (
          <button type="button" onClick={() => onApply(standard.slice(0, LIMITS.history_points_max))}>
            {t(($) => $.curves.product_default)}
          </button>
        )}
        {list.map((one) => (
          <span key={one.name}>
            <button type="button" onClick={() => onApply(one.points)}>
              {one.name}
            </button>
            {missing_permission === undefined && (
              <button
                type="button"
                aria-label={t(($) => $.curves.delete, { name: one.name })}
                title={t(($) => $.curves.delete, { name: one.name })}
                onClick={() => void remove(one)}
              >
                <CloseIcon size={12} />
              </button>
            )}
          </span>
        ))}
      </div>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t(($) => $.curves.save_as)}
          quiet
          placeholder={t(($) => $.curves.save_as)}
          maxLength={40}
          value={name}
          onChange={setName}
        />
        <Button
          type="submit"
          disabledReason={reason}
          disabled={trimmed === '' || view.points.length === 0}
          busy={save.isPending}
        >
          {t(($) => $.curves.save)}
        </Button>
      </form>
      {is_duplicate && <p className={css.rule}>{t(($) => $.curves.name_taken)}</p>}
    </section>
  )
}
