import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { PlainConfirm } from '../../../ui/confirm-dialog.tsx'
import { CheckIcon, MinusIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import css from '../products.module.css'

/** The menu item that disables or enables a product. */
export const useDisableItem = (): ((
  product: Product,
  onSelect: () => void,
) => {
  key: string
  label: string
  icon: typeof CheckIcon
  disabledReason: string | undefined
  onSelect: () => void
}) => {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('product:publish')
  return ({ disabled }, onSelect) => ({
    key: 'disable',
    label: disabled ? t(($) => $.disabled.enable) : t(($) => $.disabled.disable),
    icon: disabled ? CheckIcon : MinusIcon,
    disabledReason: missing_permission,
    onSelect,
  })
}

/** Disables or enables a product after showing the effect on its devices. Mounted = open. */
export function DisableProduct({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useMessages('products')
  const notify = useNotify()
  const name = useProductName()(product)
  const { mutateAsync: turn } = useChange(api.productDisable)
  const { product_key, device_count, disabled } = product
  const units =
    device_count === 0 ? t(($) => $.disabled.units_none) : t(($) => $.disabled.units, { count: device_count })
  return (
    <PlainConfirm
      danger={!disabled}
      title={disabled ? t(($) => $.disabled.enable_title, { name }) : t(($) => $.disabled.disable_title, { name })}
      text={
        disabled ? (
          t(($) => $.disabled.enable_text)
        ) : (
          <span className={css.parts}>
            <span>{t(($) => $.disabled.disable_text)}</span>
            <b>{units}</b>
          </span>
        )
      }
      confirm={disabled ? t(($) => $.disabled.confirm_enable) : t(($) => $.disabled.confirm_disable)}
      onClose={onClose}
      onConfirm={async () => {
        await turn({ params: { product_key }, body: { disabled: !disabled } })
        notify.success(
          disabled ? t(($) => $.disabled.enabled_now, { name }) : t(($) => $.disabled.disabled_now, { name }),
        )
        onClose()
      }}
    />
  )
}
