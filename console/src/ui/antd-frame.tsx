import { theme as antd, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import dayjs from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import type { Language } from '../messages/language-code.ts'
import { useLanguage } from '../messages/messages.ts'
import { COLOURS, type Theme, useTheme } from './theme.ts'

/** antd's own words and the calendar's, one lazy chunk for each language. */
const LOCALES = {
  en: () => import('./antd-locale.en.ts').then((module) => module.locale),
  zh: () => import('./antd-locale.zh.ts').then((module) => module.locale),
  pl: () => import('./antd-locale.pl.ts').then((module) => module.locale),
} as const satisfies Record<Language, () => Promise<{ antd: Locale; dayjs: string }>>

/** The locale loaded last: later parts have it in their first render. */
let latest: Locale = english

/** antd's tokens, derived from our colours. */
const tokensOf = (theme: Theme) => {
  const c = COLOURS[theme]
  return {
    // One set of variables for all parts; by default each provider writes its own.
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
 * Gives an antd part our colours, sizes and language. Around each part, not around the layout: a screen without such a part does not
 * load the library.
 */
export function AntdFrame({ children }: { children: ReactNode }) {
  const theme = useTheme((state) => state.theme)
  const lang = useLanguage()
  // A locale from the first render on: one that comes later would make antd remount everything inside, and typed text would be lost.
  const [locale, setLocale] = useState(latest)
  useEffect(() => {
    let current = true
    void LOCALES[lang]().then((loaded) => {
      if (!current) return
      dayjs.locale(loaded.dayjs)
      latest = loaded.antd
      setLocale(loaded.antd)
    })
    return () => {
      current = false
    }
  }, [lang])
  return (
    <ConfigProvider
      theme={tokensOf(theme)}
      locale={locale}
      // A native dialog is in the top layer: what drops from a field inside must be inside too.
      getPopupContainer={(node) => node?.closest('dialog') ?? document.body}
    >
      {children}
    </ConfigProvider>
  )
}
