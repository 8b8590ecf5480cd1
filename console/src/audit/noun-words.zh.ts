import type { nouns as english } from './noun-words.en.ts'

/** 日志对象的名称。 */
export const nouns = {
  account: '账号',
  'api-token': 'API 令牌',
  'app-user': 'App 用户',
  application: 'App',
  batch: '批量任务',
  'attr-saving': '点位选择',
  audit: '审计日志',
  binding: '绑定',
  'claim-code': '认领码',
  control: '控制命令',
  device: '设备',
  distributor: '经销商',
  export: '导出',
  history: '历史数据',
  home: '总览',
  menu: '菜单',
  'own-log-in': '本人登录',
  'own-profile': '本人资料',
  'own-session': '本人会话',
  product: '产品',
  'resource-group': '资源组',
  role: '角色',
  'second-factor': '双重验证',
  session: '会话',
} satisfies typeof english
