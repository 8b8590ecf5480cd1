import type { AppVersionDraft } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import type { Kysely } from 'kysely'
import { insertVersion, moveVersion } from '../features/app-versions/public.ts'
import type { Tables } from '../platform/tables.ts'
import type { DemoApp } from './people.ts'

type Notes = AppVersionDraft['notes']
type DemoVersion = {
  app: DemoApp
  platforms: readonly AppVersionDraft['platform'][]
  version: string
  days_ago: number
  notes: Notes
  /** Through which states it went since it was a draft. */
  moves: readonly AppVersionState[]
} & Partial<Pick<AppVersionDraft, 'update_type' | 'minimum_version' | 'staged_percent'>>

const BOTH = ['ios', 'android'] as const
const CURVES: Notes = { en: 'Curves of a whole year.', zh: '可查看全年曲线。', pl: 'Wykresy z całego roku.' }
const SHARES: Notes = {
  en: 'Share your unit with the family.',
  zh: '可与家人共享设备。',
  pl: 'Udostępnianie urządzenia rodzinie.',
}
const NIGHT: Notes = {
  en: 'Night mode can be timed by weekday.',
  zh: '夜间模式可按星期定时。',
  pl: 'Tryb nocny można ustawić osobno na każdy dzień tygodnia.',
}
const REPAIR: Notes = {
  en: 'Signing in after a change of network works again.',
  zh: '修复切换网络后无法登录的问题。',
  pl: 'Logowanie po zmianie sieci znowu działa.',
}

/** Released versions of the demo's apps; its phones check for updates as any phone does (move-in.ts). */
const DEMO_VERSIONS: readonly DemoVersion[] = [
  { app: 'home', platforms: BOTH, version: '2.2.0', days_ago: 190, notes: CURVES, moves: ['released'] },
  { app: 'home', platforms: BOTH, version: '2.3.0', days_ago: 120, notes: SHARES, moves: ['released'] },
  { app: 'home', platforms: BOTH, version: '2.4.0', days_ago: 48, notes: NIGHT, moves: ['released', 'withdrawn'] },
  {
    app: 'home',
    platforms: BOTH,
    version: '2.4.1',
    days_ago: 46,
    notes: REPAIR,
    moves: ['released'],
    minimum_version: '2.2.0',
  },
  {
    app: 'home',
    platforms: ['android'],
    version: '2.5.0',
    days_ago: 4,
    notes: NIGHT,
    moves: ['released'],
    staged_percent: 40,
  },
  { app: 'home', platforms: ['ios'], version: '2.5.0', days_ago: 2, notes: NIGHT, moves: [] },
  { app: 'mini', platforms: ['wechat'], version: '1.7.0', days_ago: 100, notes: SHARES, moves: ['released'] },
  {
    app: 'mini',
    platforms: ['wechat'],
    version: '1.8.0',
    days_ago: 30,
    notes: REPAIR,
    moves: ['released'],
    update_type: 'silent',
  },
]

/** Versions installed at first, before the phones check for updates. */
export const INSTALLED: Readonly<Record<DemoApp, readonly string[]>> = {
  home: ['2.4.1', '2.3.0', '2.4.1', '2.2.0', '2.1.3'],
  mini: ['1.8.0', '1.7.0'],
}

const DAY_MS = 86_400_000
/** A version stays a draft for some hours until its release. */
const DRAFT_MS = 5 * 3_600_000

/** Enters the versions of the demo's apps, each at its time. */
export const insertDemoVersions = async (
  tx: Kysely<Tables>,
  app_ids: ReadonlyMap<DemoApp, number>,
  made_at: number,
): Promise<void> => {
  for (const { app, platforms, days_ago, moves, ...draft } of DEMO_VERSIONS) {
    const app_id = app_ids.get(app)
    if (app_id === undefined) continue
    for (const platform of platforms) {
      const created_ms = made_at - days_ago * DAY_MS
      const version_id = await insertVersion(
        tx,
        { ...PLAIN, ...draft, app_id, platform, build: buildOf(draft.version), ...storeOf(platform) },
        { at: new Date(created_ms), by_uid: null },
      )
      for (const [at, to] of moves.entries())
        await moveVersion(tx, version_id, to, { at: new Date(created_ms + (at + 1) * DRAFT_MS), by_uid: null })
    }
  }
}

const PLAIN = {
  update_type: 'optional',
  minimum_version: '',
  staged_percent: 100,
  channel: 'stable',
  countries: [] as string[],
} as const

/** 2.4.1 is build 20401. */
const buildOf = (version: string): number => version.split('.').reduce((sum, part) => sum * 100 + Number(part), 0)

const storeOf = (platform: AppVersionDraft['platform']) => {
  if (platform === 'wechat') return { min_os: '', store_url: '' }
  const min_os = platform === 'ios' ? '16.0' : '9.0'
  return { min_os, store_url: `https://example.com/store/${platform}/heatfleet-home` }
}
