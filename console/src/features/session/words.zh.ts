import type { Words } from '../../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  title: '登录',
  subtitle: '热泵设备云管理控制台',
  account: '账号',
  account_hint: '用户名、手机号或邮箱',
  password: '密码',
  remember: '记住账号',
  submit: '登录',
  forgot: '忘记密码？请联系管理员。',
  account_empty: '请输入账号。',
  password_empty: '请输入密码。',
  success: '登录成功',
  expired: '登录已过期，请重新登录。',
  idle: '您已两小时没有操作，系统已自动退出登录。',
  claim: '每一台热泵，尽在掌握。',
  claim_text: '实时数据、回读确认的远程控制、完整的历史曲线：从单台机组到整个机群。',
  one_more_step: '您的账号还需完成一个步骤，请重新登录。',
  second: {
    title: '验证身份',
    text: '请输入身份验证器应用显示的六位数字。',
    code: '验证码',
    code_empty: '请输入验证码。',
    recovery: '恢复码',
    use_recovery: '改用恢复码',
    use_app: '改用验证器应用',
    trust: '30 天内信任此浏览器',
    submit: '继续',
  },
  enrol: {
    title: '设置两步验证',
    text: '您的角色要求在密码之外使用手机验证码。',
  },
  initial: {
    title: '请设置您自己的密码',
    text: '您使用的是初始密码，修改后方可继续。',
    submit: '保存并继续',
    back: '返回登录',
  },
}
