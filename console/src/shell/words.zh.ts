import type { Words } from '../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  product: 'Heatfleet',
  menu: {
    device: '设备管理',
    'device-list': '设备列表',
    'device-detail': '设备详情',
    user: '用户管理',
    'app-list': '应用列表',
    'app-user': 'App 用户',
    'app-user-list': 'App 用户',
    'app-user-detail': 'App 用户详情',
    'bind-devices': '绑定设备',
    center: '个人中心',
    'my-exports': '我的导出',
  },
  menu_label: '主菜单',
  expand: '展开菜单',
  collapse: '收起菜单',
  tabs: '已打开的页面',
  tab: {
    close: '关闭 {{label}}',
    close_others: '关闭其他',
    refresh: '刷新',
    unsaved: '有未保存的更改',
    actions: '标签页操作',
  },
  skip: '跳到主要内容',
  search: {
    placeholder: '搜索名称、IMEI / MAC、ICCID…',
    results: '找到的设备',
    none: '没有与“{{text}}”匹配的设备',
    more_other: '还有 {{count}} 台，请输入更精确的内容',
    hint: '上下键选择，回车打开',
  },
  connection: {
    live: '实时',
    reconnecting: '正在重连',
    offline: '自 {{time}} 起断开',
    live_hint: '数据变化即时推送。',
    lost_hint: '自 {{time}} 起没有实时数据，控制台正在持续重连。',
  },
  account: { menu: '账号', change_password: '修改密码', log_out: '退出登录' },
  password: {
    title: '修改密码',
    old: '原密码',
    empty: '请输入原密码。',
    save: '修改密码',
    saved: '密码已修改，该账号的其他登录已失效。',
  },
  idle: {
    title: '{{left}} 后自动退出',
    text: '您已长时间没有操作。为保护账号安全，系统将自动退出登录。',
    stay: '保持登录',
    leave: '立即退出',
  },
}
