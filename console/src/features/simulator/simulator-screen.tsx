import { api } from '@heatfleet/contract/api.ts'
import { PLANTED_KINDS } from '@heatfleet/contract/simulator/planted-events.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FigureTiles } from '../../ui/figure-tiles.tsx'
import { formatNumber } from '../../ui/format.ts'
import { BoltIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { EventsPanel } from './events-panel.tsx'
import { PlantForm } from './plant-form.tsx'
import { VirtualPanel } from './virtual-panel.tsx'

const REFETCH_MS = 3_000

/** Simulated units and what is planted at them (product 3.40 "Simulator"); the open form is in the address. */
export function Component() {
  const t = useMessages('simulator')
  const lang = useLanguage()
  const missing = useMissingPermission('sim:run')
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useRead(api.simulator, {}, { refetchInterval: REFETCH_MS })
  const requested = query.get('plant')
  const open = (kind: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (kind === null) after.delete('plant')
      else after.set('plant', kind)
      return after
    })
  const blocker = missing ?? (data?.units === 0 ? t(($) => $.none) : undefined)
  const tiles =
    data === undefined
      ? []
      : ([
          ['units', data.units],
          ['online', data.online],
          ['virtual_units', data.virtual_units],
          ['active', data.events.filter(({ state }) => state === 'active').length],
        ] as const)
  return (
    <Page
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={blocker} onClick={() => open('fault')}>
          {t(($) => $.plant)}
        </Button>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} needs="sim:view" onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <FigureTiles
            label={t(($) => $.tiles_label)}
            tiles={tiles.map(([name, value]) => ({
              key: name,
              label: t(($) => $.tiles[name]),
              value: formatNumber(value, 0, lang),
            }))}
          />
          {data.units === 0 ? (
            <NeverAny icon={BoltIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />
          ) : (
            <EventsPanel events={data.events} products={data.products} />
          )}
          <VirtualPanel />
          {requested !== null && blocker === undefined && (
            <PlantForm
              kind={PLANTED_KINDS.find((kind) => kind === requested) ?? 'fault'}
              products={data.products}
              onClose={() => open(null)}
            />
          )}
        </>
      )}
    </Page>
  )
}
