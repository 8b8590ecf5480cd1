import { api } from '@heatfleet/contract/api.ts'
import type { FirstStep } from '@heatfleet/contract/first-run/first-run.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { BoltIcon, CheckIcon, CopyIcon, PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { BrandingForm } from '../distributors/public.ts'
import css from './first-run.module.css'

type BodyProps = {
  /** Sets the step aside, where it is not. */
  setAside: () => Promise<void>
}

/** The menu names the screens that the account has. */
const useScreen = (name: string): string | undefined =>
  useSession(({ menu }) => menu.flatMap((entry) => entry.children).find((entry) => entry.name === name)?.path)

/** A button that leads to the screen of a step. */
function Way(props: { to: string; needs: Permission; label: string; primary?: boolean }) {
  const navigate = useNavigate()
  const missing_permission = useMissingPermission(props.needs)
  return (
    <Button
      kind={props.primary ? 'primary' : 'default'}
      icon={PlusIcon}
      disabledReason={missing_permission}
      onClick={() => void navigate(props.to)}
    >
      {props.label}
    </Button>
  )
}

function Company() {
  const missing_permission = useMissingPermission('system:edit')
  const { data, error, refetch } = useRead(api.manufacturerBranding)
  const brand = useChange(api.brandManufacturer)
  if (data === undefined)
    return error === null ? (
      <Loading rows={3} />
    ) : (
      <ErrorState error={error} needs="system:view" onRetry={() => void refetch()} />
    )
  return (
    <BrandingForm
      stored={data}
      missing_permission={missing_permission}
      onSave={async (body) => {
        await brand.mutateAsync({ body })
        await queryClient.invalidateQueries({ queryKey: ['first-run'] })
      }}
    />
  )
}

function FirstProduct({ setAside }: BodyProps) {
  const t = useMessages('first-run')
  const missing_permission = useMissingPermission('system:edit')
  return (
    <div className={css.tools}>
      <Way to="/product/product-create" needs="product:create" label={t(($) => $.steps.product.create)} primary />
      <Button disabledReason={missing_permission} onClick={() => void setAside()}>
        {t(($) => $.steps.product.built_in)}
      </Button>
    </div>
  )
}

/** The first published product that somebody made here, else the built-in one. */
const PUBLISHED = { query: { pageNo: 1, size: 20 }, body: { state: 'published', disabled: false } } as const

function Units() {
  const t = useMessages('first-run')
  const lang = useLanguage()
  const navigate = useNavigate()
  const notify = useNotify()
  const missing_permission = useMissingPermission('product:simulate')
  const import_path = useScreen('device-import')
  const products = useRead(api.productInfo, PUBLISHED)
  const start = useChange(api.virtualUnitStart)
  const { busy, problem, send } = usePendingRequest()
  const list = products.data?.list ?? []
  const product = list.find(({ built_in }) => !built_in) ?? list[0]
  const begin = () =>
    send(async () => {
      if (product === undefined) return
      await start.mutateAsync({
        params: { product_key: product.product_key },
        body: { of: 'published', agent_id: null },
      })
      for (const noun of ['device', 'first-run']) await queryClient.invalidateQueries({ queryKey: [noun] })
      notify.success(t(($) => $.steps.units.started))
    })
  return (
    <>
      <div className={css.tools}>
        {import_path !== undefined && (
          <Way to={import_path} needs="device-import:create" label={t(($) => $.steps.units.import_units)} primary />
        )}
        <Button
          icon={BoltIcon}
          busy={busy || products.data === undefined}
          disabledReason={
            missing_permission ??
            (products.data !== undefined && product === undefined ? t(($) => $.steps.units.no_product) : undefined)
          }
          onClick={begin}
        >
          {t(($) => $.steps.units.virtual, { name: product === undefined ? '' : productName(product, lang) })}
        </Button>
        <Button kind="text" onClick={() => void navigate('/device/device-list?virtual_units=with')}>
          {t(($) => $.steps.units.look)}
        </Button>
      </div>
      <Problem problem={problem} />
    </>
  )
}

function FirstDistributor() {
  const t = useMessages('first-run')
  return (
    <div className={css.tools}>
      <Way
        to="/distributor/distributor-detail/new"
        needs="agent:create"
        label={t(($) => $.steps.distributor.create)}
        primary
      />
    </div>
  )
}

function Mail() {
  const t = useMessages('first-run')
  return (
    <div className={css.tools}>
      <Way
        to="/issue/notifications?tab=channels"
        needs="notification:edit"
        label={t(($) => $.steps.mail.create)}
        primary
      />
    </div>
  )
}

/** As the operating manual has it. */
const BACKUP = 'HEATFLEET_BACKUP_PASSPHRASE_FILE=/etc/heatfleet/passphrase npm run backup -- --to /backup/first'

function Backup() {
  const t = useMessages('first-run')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(BACKUP)
    setCopied(true)
  }
  return (
    <>
      <code className={css.command}>{BACKUP}</code>
      <p className={css.text}>{t(($) => $.steps.backup.where)}</p>
      <div className={css.tools}>
        <Button icon={copied ? CheckIcon : CopyIcon} onClick={() => void copy()}>
          {copied ? t(($) => $.steps.backup.copied) : t(($) => $.steps.backup.copy)}
        </Button>
      </div>
    </>
  )
}

/** What stands below the text of each step. */
export const STEP_BODIES: Readonly<Record<FirstStep, ComponentType<BodyProps>>> = {
  company: Company,
  product: FirstProduct,
  units: Units,
  distributor: FirstDistributor,
  mail: Mail,
  backup: Backup,
}
