import type { ControlTemplate } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ListIcon } from '../../../ui/icons.tsx'
import { DropdownMenu } from '../../../ui/menu.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import type { DeviceView } from '../device-view.ts'
import { templateSteps } from './staging.ts'
import type { Commands } from './use-commands.ts'
import { useControlAccess } from './use-control-access.ts'

type TemplateMenuProps = {
  view: DeviceView
  commands: Commands
  lockedReason: string | undefined
  /** Called after values were staged, to open the review. */
  onStaged: () => void
}

/** Stages the values of a product's template. Nothing is sent before the review. */
export const TemplateMenu = ({ view, commands, lockedReason, onStaged }: TemplateMenuProps) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const access = useControlAccess(view)
  const { language } = usePointText()
  const { templates, definition } = view
  if (templates.length === 0 || definition === null) return null
  const apply = (template: ControlTemplate) => {
    const { steps, skipped } = templateSteps(template, definition, access)
    const changes = steps.filter(({ key, value }) => view.readings.get(key)?.value !== value)
    for (const { key, value } of steps) commands.stage(key, value)
    if (skipped > 0) notify.info(t(($) => $.control.template_left_out, { count: skipped }))
    if (changes.length > 0) onStaged()
    else if (skipped === 0) notify.info(t(($) => $.control.template_same))
  }
  if (lockedReason !== undefined)
    return (
      <Button size="small" icon={ListIcon} disabledReason={lockedReason}>
        {t(($) => $.control.templates)}
      </Button>
    )
  return (
    <DropdownMenu
      label={t(($) => $.control.templates)}
      trigger={(button) => (
        <Button size="small" icon={ListIcon} {...button}>
          {t(($) => $.control.templates)}
        </Button>
      )}
      items={templates.map((template) => ({
        key: template.names.en,
        label: template.names[language] || template.names.en,
        onSelect: () => apply(template),
      }))}
    />
  )
}
