import { unseal } from '../../platform/seal.ts'
import { SendFailed, signatureOf } from '../notification-policies/public.ts'
import type { SendingWebhook } from './store-sending.ts'

type Secrets = Pick<SendingWebhook, 'address_sealed' | 'secret_sealed' | 'old_secret_sealed' | 'old_secret_until'>

/** Address and headers of a signed call: `t=<unix seconds>,v1=<hex>`, and within an overlap one `v1` of each secret. */
export const signCall = (
  key: Buffer,
  { address_sealed, secret_sealed, old_secret_sealed, old_secret_until }: Secrets,
  { body, message_id, event }: { body: string; message_id: string; event: string },
  now_ms: number,
): { url: string; headers: Record<string, string>; body: string } => {
  const at_s = Math.floor(now_ms / 1000)
  const still_old = old_secret_until !== null && old_secret_until.getTime() > now_ms ? old_secret_sealed : null
  const [first, ...further] = [secret_sealed, ...(still_old === null ? [] : [still_old])].map((sealed) =>
    signatureOf(opened(key, sealed), body, at_s),
  )
  return {
    url: opened(key, address_sealed),
    headers: {
      'x-heatfleet-delivery': message_id,
      'x-heatfleet-event': event,
      'x-heatfleet-signature': [first, ...further.map((one) => one.slice(one.indexOf('v1=')))].join(','),
    },
    body,
  }
}

const opened = (key: Buffer, sealed: Buffer): string => {
  const text = unseal(key, sealed)
  if (text === null) throw new SendFailed('sealed', 'sealed with another key', true)
  return text.toString()
}
