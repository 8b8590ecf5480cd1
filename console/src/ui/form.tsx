import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { Drawer } from './drawer.tsx'
import styles from './form.module.css'
import { useMayLeave } from './leave-guard.tsx'
import { Page } from './page.tsx'
import { Problem } from './problem.tsx'
import { ReadOnly } from './read-only.ts'
import { isShortcut } from './shortcuts.ts'
import type { Form } from './use-form.ts'

// Rarely seen, and forms are on the first screen.
const ConflictDialog = lazy(() => import('./form-conflict.tsx').then((part) => ({ default: part.ConflictDialog })))

/** The part of a form that the form layouts use. */
type AnyForm = Pick<Form<object>, 'id' | 'problem' | 'dirty' | 'busy' | 'attempts' | 'submit' | 'onBlur' | 'conflict'>
type FormButtons = {
  /** Label of the button; "Save" by default. */
  save?: string
  /** Why saving is disabled. */
  saveDisabledReason?: string | undefined
  /** Why nothing can be changed: the fields are disabled, and saving with them. */
  readOnly?: string | undefined
}

/** A form of up to ten fields in a drawer; mounted = open. Closing asks when something is unsaved. */
export function FormDrawer(
  props: FormButtons & { form: AnyForm; title: ReactNode; onClose: () => void; width?: number; children: ReactNode },
) {
  const { form, onClose } = props
  const t = useMessages('ui')
  const mayLeave = useMayLeave(form.id)
  const close = () => void mayLeave().then((leave) => leave && onClose())
  return (
    <Drawer
      open
      title={props.title}
      width={props.width ?? 480}
      onClose={close}
      footer={
        <>
          <Problem problem={form.problem} />
          <Button onClick={close}>{t(($) => $.cancel)}</Button>
          <SaveButton {...props} />
        </>
      }
    >
      <Fields form={form} readOnly={props.readOnly !== undefined}>
        {props.children}
      </Fields>
    </Drawer>
  )
}

/** A form inside a screen (a tab of a detail screen), its fields in panels and its buttons in a bar at the bottom. */
export function FormArea(props: FormButtons & { form: AnyForm; onCancel?: () => void; children: ReactNode }) {
  const { form, onCancel } = props
  const t = useMessages('ui')
  const ui_texts = useMessages('ui')
  const mayLeave = useMayLeave(form.id)
  useSaveKey(form)
  // Without a way to cancel it edits what exists, and there may be nothing to save.
  const is_unchanged = onCancel === undefined && !form.dirty && form.problem === null && !form.busy
  return (
    <div className={styles.area}>
      <Fields form={form} readOnly={props.readOnly !== undefined}>
        {props.children}
      </Fields>
      <div className={styles.foot} data-unchanged={is_unchanged || undefined}>
        {form.dirty && form.problem === null && (
          <span className={styles.unsaved}>{ui_texts(($) => $.form.unsaved)}</span>
        )}
        <Problem problem={form.problem} />
        {onCancel !== undefined && (
          <Button onClick={() => void mayLeave().then((leave) => leave && onCancel())}>{t(($) => $.cancel)}</Button>
        )}
        <SaveButton
          {...props}
          saveDisabledReason={
            props.saveDisabledReason ?? (is_unchanged ? ui_texts(($) => $.form.no_changes) : undefined)
          }
        />
      </div>
    </div>
  )
}

/** A form that is a whole screen. */
export function FormPage(
  props: FormButtons & {
    form: AnyForm
    title: ReactNode
    note?: ReactNode
    tab?: string
    onCancel: () => void
    children: ReactNode
  },
) {
  return (
    <Page title={props.title} note={props.note} tab={props.tab}>
      <FormArea {...props} />
    </Page>
  )
}

/** Fields side by side as far as they fit, each at least `least_px` wide. */
export function FormGrid({ least_px = 240, children }: { least_px?: number; children: ReactNode }) {
  return (
    <div
      className={styles.grid}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${least_px}px, 100%), 1fr))` }}
    >
      {children}
    </div>
  )
}

const WRONG = '[aria-invalid=true]'

function Fields({ form, readOnly, children }: { form: AnyForm; readOnly: boolean; children: ReactNode }) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.attempts > 0) element.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [form.attempts])
  return (
    <form
      id={form.id}
      ref={element}
      noValidate
      className={styles.fields}
      aria-busy={form.busy || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      onBlur={form.onBlur}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return
        event.preventDefault()
        form.submit()
      }}
    >
      <fieldset className={styles.all} disabled={readOnly}>
        <ReadOnly value={readOnly}>{children}</ReadOnly>
      </fieldset>
      {form.conflict !== null && (
        <Suspense>
          <ConflictDialog conflict={form.conflict} />
        </Suspense>
      )}
    </form>
  )
}

function SaveButton(props: FormButtons & { form: AnyForm }) {
  const t = useMessages('ui')
  return (
    <Button
      kind="primary"
      type="submit"
      form={props.form.id}
      busy={props.form.busy}
      disabledReason={props.readOnly ?? props.saveDisabledReason}
      aria-keyshortcuts="Control+S"
    >
      {props.save ?? t(($) => $.form.save)}
    </Button>
  )
}

const isSaveKey = (event: KeyboardEvent | globalThis.KeyboardEvent) => isShortcut('save', event)

/** Ctrl+S saves the screen's form, unless an overlay handled the key. */
const useSaveKey = (form: AnyForm) => {
  const { submit } = form
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (!isSaveKey(event) || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
