import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/filter-bar-popover.tsx'
import { ColumnsIcon } from '../../ui/icons.tsx'
import { OrderedChoices } from '../../ui/ordered-choices.tsx'
import css from './front-page.module.css'
import { PRESET_NAMES, PRESETS, type Preset, type Widget } from './widgets.ts'

type WidgetChooserProps = {
  /** The panels that the account may see. */
  allowed: readonly Widget[]
  shown: readonly Widget[]
  /** Null = as the preset of the account has them. */
  onChange: (shown: readonly Widget[] | null) => void
}

/** Shows, hides and orders the panels of the front page. */
export function WidgetChooser(props: WidgetChooserProps) {
  const t = useMessages('dashboard')
  return (
    <Popover
      label={t(($) => $.widgets.title)}
      side="below-end"
      trigger={(button) => (
        <Button {...button} icon={ColumnsIcon}>
          {t(($) => $.widgets.title)}
        </Button>
      )}
    >
      {() => <Choices {...props} />}
    </Popover>
  )
}

function Choices({ allowed, shown: kept, onChange: keep }: WidgetChooserProps) {
  const t = useMessages('dashboard')
  // The page receives the choice a moment later: a checkbox would jump back until then.
  const [chosen, setChosen] = useState<readonly Widget[] | null>(null)
  const shown = chosen ?? kept
  const onChange = (next: readonly Widget[] | null) => {
    setChosen(next)
    keep(next)
  }
  const hidden = allowed.filter((widget) => !shown.includes(widget))
  const of = (key: string) => allowed.find((widget) => widget === key)
  const toggle = (key: string) => {
    const widget = of(key)
    if (widget === undefined) return
    onChange(shown.includes(widget) ? shown.filter((one) => one !== widget) : [...shown, widget])
  }
  const move = (key: string, before: string | null) => {
    const widget = of(key)
    if (widget === undefined || key === before) return
    const others = shown.filter((one) => one !== widget)
    const next = before === null ? undefined : of(before)
    onChange(others.toSpliced(next === undefined ? others.length : others.indexOf(next), 0, widget))
  }
  const start = (preset: Preset) => onChange(PRESETS[preset].filter((widget) => allowed.includes(widget)))
  return (
    <div className={css.chooser}>
      <OrderedChoices
        label={t(($) => $.widgets.title)}
        choices={[...shown, ...hidden].map((key) => ({
          key,
          title: t(($) => $.widgets.names[key]),
          shown: shown.includes(key),
        }))}
        onToggle={toggle}
        onMove={move}
      />
      <fieldset className={css.presets}>
        <legend>{t(($) => $.widgets.start_from)}</legend>
        {PRESET_NAMES.map((preset) => (
          <Button key={preset} size="small" onClick={() => start(preset)}>
            {t(($) => $.widgets.presets[preset])}
          </Button>
        ))}
      </fieldset>
      <Button kind="link" size="small" onClick={() => onChange(null)}>
        {t(($) => $.widgets.reset)}
      </Button>
    </div>
  )
}
