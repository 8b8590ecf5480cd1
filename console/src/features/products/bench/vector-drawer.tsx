import { readFrameText } from '@heatfleet/contract/device-protocol/frame-text.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { TestVector } from '@heatfleet/contract/products/settings.ts'
import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormDrawer, FormGrid } from '../../../ui/form.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { useForm } from '../../../ui/use-form.ts'
import css from '../products.module.css'

/** One test vector: a frame and the expected value of each point. Mounted = open. */
export function VectorDrawer(props: {
  vector: TestVector
  points: readonly DataPoint[]
  missing_permission: string | undefined
  onKeep: (vector: TestVector) => Promise<boolean>
  onClose: () => void
}) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const form = useForm({
    schema: TestVector,
    initial: props.vector,
    onSave: props.onKeep,
    onSaved: props.onClose,
  })
  const { values, set } = form
  const read = values.frame.trim() === '' ? null : readFrameText(values.frame, values.start)
  const reason_texts: Readonly<Record<string, string>> = t(($) => $.bench.why, { returnObjects: true })
  const broken = read?.ok === false ? (reason_texts[read.why] ?? read.why) : undefined
  /** Takes the values that the draft decodes as the expected ones. */
  const accept = () => {
    const compiled = compileDecoder(props.points)
    if (!compiled.ok || read?.ok !== true) return
    set(
      'expects',
      Object.entries(compiled.decoder.decode(read.blocks)).map(([key, value]) => ({ key, value })),
    )
  }
  return (
    <FormDrawer
      form={form}
      width={620}
      title={values.name || t(($) => $.bench.vectors.new)}
      save={product_texts(($) => $.points.form.save)}
      saveDisabledReason={props.missing_permission}
      onClose={props.onClose}
    >
      <div className={css.parts}>
        <FormGrid>
          <TextField
            label={t(($) => $.bench.vectors.name)}
            required
            maxLength={LIMITS.product_name_max}
            {...form.field('name')}
          />
          <NumberField
            label={t(($) => $.bench.start)}
            min={0}
            max={65_535}
            value={values.start}
            onChange={(start) => set('start', start)}
          />
        </FormGrid>
        <TextAreaField
          label={t(($) => $.bench.frame)}
          hint={t(($) => $.bench.frame_hint)}
          error={broken}
          maxLength={LIMITS.frame_text_max}
          value={values.frame}
          onChange={(frame) => set('frame', frame)}
        />
        <Button disabledReason={read?.ok === true ? undefined : t(($) => $.bench.frame_first)} onClick={accept}>
          {t(($) => $.bench.vectors.take)}
        </Button>
        {values.expects.map(({ key, value }, at) => (
          <div key={key} className={css.expect}>
            <code className={css.key}>{key}</code>
            <NumberField
              label={t(($) => $.bench.vectors.expect_of, { key })}
              quiet
              decimals={3}
              value={value}
              onChange={(next) => set('expects', values.expects.with(at, { key, value: next }))}
            />
            <Button
              size="small"
              kind="text"
              icon={CloseIcon}
              label={t(($) => $.bench.vectors.forget, { key })}
              onClick={() => set('expects', values.expects.toSpliced(at, 1))}
            />
          </div>
        ))}
      </div>
    </FormDrawer>
  )
}
