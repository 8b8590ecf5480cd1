import type { Page } from '@playwright/test'
import type { Screen } from './screens.ts'

const tab = (name: string) => `/device/device-analysis?tab=${name}`

/** The analysis, tab by tab. */
export const ANALYSIS_SCREENS: readonly Screen[] = [
  {
    name: 'analysis-stock',
    path: () => '/device/device-analysis',
    complete: (page) => page.getByRole('tabpanel').getByRole('listitem').last(),
  },
  {
    name: 'analysis-connectivity',
    path: () => `${tab('connectivity')}&compare=yes`,
    complete: (page) => page.getByRole('tabpanel').getByRole('listitem').last(),
  },
  {
    name: 'analysis-versions',
    path: () => tab('versions'),
    complete: (page) => page.getByRole('tabpanel').getByRole('listitem').last(),
  },
  {
    name: 'analysis-faults',
    path: () => `${tab('faults')}&table=products`,
    complete: (page) => page.getByRole('tabpanel').getByRole('row').last(),
  },
  {
    name: 'analysis-reports',
    path: () => tab('reports'),
    complete: (page) =>
      page
        .getByRole('tabpanel')
        .getByText(/^(?:No saved reports yet|暂无已保存的报告|Nie ma jeszcze zapisanego raportu)$/)
        .or(page.getByRole('tabpanel').getByRole('row').last()),
  },
  ...(['efficiency', 'usage', 'detectors'] as const).map((name) => ({
    name: `analysis-${name}`,
    path: () => tab(name),
    complete: (page: Page) => page.getByRole('tabpanel').getByRole('heading').last(),
  })),
]
