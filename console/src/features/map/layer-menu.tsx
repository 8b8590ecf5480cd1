import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { LAYERS, type Layer } from './map-list.tsx'

/** What the map draws: units, their density, or regions by a figure. */
export function LayerMenu({ layer, onLayer }: { layer: Layer; onLayer: (layer: Layer) => void }) {
  const t = useMessages('map')
  return (
    <DropdownMenu
      label={t(($) => $.layers.label)}
      trigger={(button) => (
        <Button icon={ChevronDownIcon} {...button}>
          {`${t(($) => $.layers.label)}: ${t(($) => $.layers[layer])}`}
        </Button>
      )}
      items={LAYERS.map((key) => ({
        key,
        label: t(($) => $.layers[key]),
        checked: key === layer,
        onSelect: () => onLayer(key),
      }))}
    />
  )
}
