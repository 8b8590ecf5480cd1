import type { Product } from '@heatfleet/contract/products/products.ts'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon, ListIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { DraftSettings } from '../draft-settings.tsx'
import { ImportPoints } from '../import/import-points.tsx'
import { SUGGEST } from '../paths.ts'
import { CopyPoints } from '../points/copy-points.tsx'
import { PointsTab } from '../points/points-tab.tsx'
import css from '../products.module.css'

/** The second step: the source of the data points, then their table. */
export function StepPoints({ product }: { product: Product }) {
  const [query, setQuery] = useSearchParams()
  const withParam = (name: string, value: string) => () =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set(name, value)
      return after
    })
  const byHand = withParam('point', 'new')
  const onImported = withParam(SUGGEST, '1')
  if (query.has('point')) return <PointsTab product={product} />
  return (
    <DraftSettings product={product}>
      {(editor, _, { points }) =>
        points.length > 0 ? (
          <PointsTab product={product} />
        ) : (
          <Sources
            product={product}
            onHand={byHand}
            onImported={onImported}
            copy={(close) => <CopyPoints product={product} own={points} editor={editor} onClose={close} />}
          />
        )
      }
    </DraftSettings>
  )
}

function Sources(props: {
  product: Product
  onHand: () => void
  onImported: () => void
  copy: (close: () => void) => ReactNode
}) {
  const t = useMessages('products')
  const missing_permission = {
    edit: useMissingPermission('datapoint:edit'),
    import: useMissingPermission('datapoint:import'),
  }
  const [open, setOpen] = useState<'import' | 'copy' | null>(null)
  const close = () => setOpen(null)
  const sources = [
    { key: 'import', icon: ListIcon, lack: missing_permission.import, go: () => setOpen('import') },
    { key: 'copy', icon: CopyIcon, lack: missing_permission.edit, go: () => setOpen('copy') },
    { key: 'empty', icon: PlusIcon, lack: missing_permission.edit, go: props.onHand },
  ] as const
  return (
    <>
      <div className={css.sources}>
        {sources.map(({ key, icon, lack: missing_permission, go }) => (
          <Panel key={key} title={t(($) => $.creation.sources[key].title)}>
            <div className={css.source}>
              <p className={css.weak}>{t(($) => $.creation.sources[key].text)}</p>
              <Button
                kind={key === 'import' ? 'primary' : 'default'}
                icon={icon}
                disabledReason={missing_permission}
                onClick={go}
              >
                {t(($) => $.creation.sources[key].action)}
              </Button>
            </div>
          </Panel>
        ))}
      </div>
      {open === 'import' && <ImportPoints product={props.product} onImported={props.onImported} onClose={close} />}
      {open === 'copy' && props.copy(close)}
    </>
  )
}
