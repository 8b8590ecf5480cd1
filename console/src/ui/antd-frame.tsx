import { theme as antd, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import dayjs from 'dayjs'
import { type ReactNode, Suspense, use, useContext } from 'react'
import type { Language } from '../messages/language-code.ts'
import { useLanguage } from '../messages/messages.ts'
import styles from './field.module.css'
import { ReadOnly } from './read-only.ts'
import { COLOURS, type Theme, useTheme } from './theme.ts'

type AntdLocale = { antd: Locale; dayjs: string }

/** Locales of antd and its calendar, one lazy chunk per language. */
const LOCALES = {
  en: () => import('./antd-locale.en.ts').then((module) => module.locale),
  zh: () => import('./antd-locale.zh.ts').then((module) => module.locale),
  pl: () => import('./antd-locale.pl.ts').then((module) => module.locale),
} as const satisfies Record<Language, () => Promise<AntdLocale>>

const loaded = new Map<Language, AntdLocale>()
const loading = new Map<Language, Promise<AntdLocale>>()

/** Loads a locale once; if that fails, the bundled English one is used. */
const load = (language: Language): Promise<AntdLocale> => {
  const pending = loading.get(language)
  if (pending !== undefined) return pending
  const started = LOCALES[language]().catch((): AntdLocale => ({ antd: english, dayjs: 'en' }))
  loading.set(language, started)
  void started.then((locale) => loaded.set(language, locale))
  return started
}

/** antd's tokens, derived from our colours. */
const tokensOf = (theme: Theme) => {
  const c = COLOURS[theme]
  return {
    // One set of CSS variables for all parts; by default each provider writes its own.
    cssVar: { key: `hf-${theme}` },
    algorithm: [theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm],
    token: {
      colorPrimary: c.acc,
      colorTextLightSolid: c['acc-ink'],
      colorLink: c.acc,
      colorSuccess: c.ok,
      colorSuccessBg: c['ok-bg'],
      colorError: c.bad,
      colorErrorBg: c['bad-bg'],
      colorWarning: c.warn,
      colorWarningBg: c['warn-bg'],
      colorText: c.ink,
      colorTextSecondary: c['ink-2'],
      colorTextTertiary: c['ink-3'],
      colorTextDescription: c['ink-3'],
      colorTextPlaceholder: c['ink-3'],
      colorTextQuaternary: c['ink-3'],
      colorIcon: c['ink-3'],
      colorBgBase: c.panel,
      colorBgLayout: c.bg,
      colorBgContainer: c.panel,
      colorBgContainerDisabled: c.bg,
      colorBorderDisabled: c.line,
      colorBgElevated: c.panel,
      colorBorder: c.line,
      colorBorderSecondary: c['line-2'],
      controlItemBgActive: c['acc-bg'],
      controlItemBgHover: c.hover,
      fontFamily: 'var(--hf-font)',
      fontSize: 13,
      borderRadius: 8,
      borderRadiusLG: 10,
      borderRadiusSM: 6,
      controlHeight: 30,
      controlHeightSM: 26,
      controlHeightLG: 38,
      boxShadowSecondary: c.shadow,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: { Select: { optionSelectedFontWeight: 500 } },
  }
}

/**
 * Applies our colours, sizes and language to an antd part. Around each part, not around the layout: a screen without
 * such a part does not load the library.
 */
export function AntdFrame({ width, children }: { width?: number | string | undefined; children: ReactNode }) {
  return (
    // Not before the locale: antd rebuilds its parts when the locale changes, and an open list or typed text would be lost.
    // Meanwhile a box of the same height: what moves under the pointer is clicked in vain.
    <Suspense fallback={<span className={`${styles.box} ${styles.medium}`} style={{ width }} />}>
      <LocalisedFrame>{children}</LocalisedFrame>
    </Suspense>
  )
}

function LocalisedFrame({ children }: { children: ReactNode }) {
  const theme = useTheme((state) => state.theme)
  const language = useLanguage()
  const read_only = useContext(ReadOnly)
  const locale = loaded.get(language) ?? use(load(language))
  // Global in dayjs and needed by the calendar's first render; setting it again changes nothing.
  dayjs.locale(locale.dayjs)
  return (
    <ConfigProvider
      theme={tokensOf(theme)}
      locale={locale.antd}
      componentDisabled={read_only}
      // A native dialog is in the top layer: the dropdown of a field inside must be inside too.
      getPopupContainer={(node) => node?.closest('dialog') ?? document.body}
    >
      {children}
    </ConfigProvider>
  )
}
