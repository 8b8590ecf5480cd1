import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EyeIcon, RefreshIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import css from './products.module.css'

/** Placeholder of a hidden secret. */
const HIDDEN = '••••••••••••'

/** Key and secret of a product; the secret is fetched on demand, with permission (product 3.25). */
export function Credentials({ product: { product_key } }: { product: Product }) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('product:secret')
  const confirm = useConfirm()
  const notify = useNotify()
  const errorText = useErrorText()
  const secret_call = useChange(api.productSecret)
  const [secret, setSecret] = useState<string | null>(null)
  const reveal = async (renew: boolean) => {
    const question = { title: t(($) => $.secret.renew_title), text: t(($) => $.secret.renew_text) }
    if (renew && !(await confirm({ ...question, confirm: t(($) => $.secret.renew), danger: true }))) return
    setSecret((await secret_call.mutateAsync({ params: { product_key }, body: { renew } })).product_secret)
  }
  const act = (renew: boolean) => void reveal(renew).catch((error: unknown) => notify.failed(errorText(error)))
  return (
    <Panel title={t(($) => $.secret.title)} note={t(($) => $.secret.hint)}>
      <div className={css.parts}>
        <Facts
          items={[
            { label: t(($) => $.columns.product_key), value: <Identifier id={product_key} /> },
            {
              label: t(($) => $.secret.secret),
              value: secret === null ? HIDDEN : <Identifier id={secret} />,
              wide: true,
            },
          ]}
        />
        <div className={css.tools}>
          {secret === null ? (
            <Button
              icon={EyeIcon}
              busy={secret_call.isPending}
              disabledReason={missing_permission}
              onClick={() => act(false)}
            >
              {t(($) => $.secret.show)}
            </Button>
          ) : (
            <Button onClick={() => setSecret(null)}>{t(($) => $.secret.hide)}</Button>
          )}
          <Button
            icon={RefreshIcon}
            busy={secret_call.isPending}
            disabledReason={missing_permission}
            onClick={() => act(true)}
          >
            {t(($) => $.secret.renew)}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
