import type { AppUserDraft } from '@heatfleet/contract/app-users/app-users.ts'
import type { Transaction } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listLanguages } from './store.ts'

type Tx = Transaction<Tables>
type Language = Exclude<AppUserDraft['language'], ''>
type Unit = { mac: string; device_name: string }

/** Adds a message to the inbox of an app user. */
export type WriteMessage = (
  tx: Tx,
  message: { app_user_id: number; title: string; text: string; sent_at: Date; by_uid: number; agent_id: number | null },
) => Promise<unknown>

/** Notifies every user who lost a device, in the language of the user's app; without the reason, which is internal. */
export const notifyUnbound = async (
  tx: Tx,
  write: WriteMessage,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  { people, unit, at }: { people: readonly number[]; unit: Unit; at: Date },
): Promise<void> => {
  const name = unit.device_name === '' ? unit.mac : `${unit.device_name} (${unit.mac})`
  for (const { app_user_id, language } of await listLanguages(tx, people)) {
    const { title, text } = isLanguage(language) ? WORDS[language] : WORDS.en
    await write(tx, { app_user_id, title, text: text(name), sent_at: at, by_uid: uid, agent_id })
  }
}

const isLanguage = (language: string): language is Language => Object.hasOwn(WORDS, language)

const WORDS: Record<Language, { title: string; text: (unit: string) => string }> = {
  en: {
    title: 'A unit left your account',
    text: (unit) =>
      `${unit} was taken out of your account by our service. You no longer see or control it in the app. If nobody agreed this with you, please get in touch with us.`,
  },
  zh: {
    title: '设备已从您的账号解绑',
    text: (unit) =>
      `${unit} 已由客服从您的账号中解绑，您在应用中不再能查看或控制该设备。如果事先未与您确认，请与我们联系。`,
  },
  pl: {
    title: 'Urządzenie odłączono od Twojego konta',
    text: (unit) =>
      `Nasz serwis odłączył urządzenie ${unit} od Twojego konta. Nie widzisz go już w aplikacji i nie możesz nim sterować. Jeśli nikt tego z Tobą nie uzgodnił, skontaktuj się z nami.`,
  },
  de: {
    title: 'Ein Gerät gehört nicht mehr zu Ihrem Konto',
    text: (unit) =>
      `Unser Service hat ${unit} von Ihrem Konto getrennt. Sie sehen und steuern das Gerät in der App nicht mehr. Falls das nicht mit Ihnen abgesprochen war, wenden Sie sich bitte an uns.`,
  },
}
