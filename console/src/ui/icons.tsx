import type { ReactNode, SVGProps } from 'react'

/** An icon: 24-unit grid, thin line, in the text colour; `size` in px. Hidden from screen readers. */
export type IconProps = SVGProps<SVGSVGElement> & { size?: number }
export type Icon = (props: IconProps) => ReactNode

const icon = (drawing: ReactNode): Icon =>
  function SvgIcon({ size = 16, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {drawing}
      </svg>
    )
  }

/** The logo of the product: a pipe with two coils. */
export const LogoIcon = icon(<path d="M12 3v18M5 8c4-3 10 3 14 0M5 16c4-3 10 3 14 0" />)
export const DashboardIcon = icon(<path d="M4 4h7v9H4zM13 4h7v5h-7zM4 15h7v5H4zM13 11h7v9h-7z" />)
export const DeviceIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <circle cx="9" cy="12" r="3" />
    <path d="M15 9h3M15 12h3M15 15h3" />
  </>,
)
export const ListIcon = icon(<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />)
/** A printed circuit with a chip and its pins. */
export const BoardIcon = icon(
  <>
    <rect x="6" y="6" width="12" height="12" rx="1.5" />
    <path d="M10 10h4v4h-4zM9.5 3v3M14.5 3v3M9.5 18v3M14.5 18v3M3 9.5h3M3 14.5h3M18 9.5h3M18 14.5h3" />
  </>,
)
export const WrenchIcon = icon(
  <path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.1-3.1a5.5 5.5 0 0 1-7.3 7.3l-6.6 6.6a2.05 2.05 0 0 1-2.9-2.9l6.6-6.6a5.5 5.5 0 0 1 7.3-7.3z" />,
)
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.2-4.2" />
  </>,
)
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const ChevronDownIcon = icon(<path d="m6 9 6 6 6-6" />)
export const ChevronRightIcon = icon(<path d="m9 6 6 6-6 6" />)
export const ChevronLeftIcon = icon(<path d="m15 6-6 6 6 6" />)
export const ArrowUpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />)
export const ArrowDownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />)
export const ArrowRightIcon = icon(<path d="M5 12h14M13 6l6 6-6 6" />)
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4V6a2 2 0 0 1 2-2h9v1" />
  </>,
)
export const RefreshIcon = icon(
  <path d="M20 11a8 8 0 0 0-14.6-3.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14.6 3.5L20 15M20 20v-5h-5" />,
)
export const ColumnsIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
    <path d="M9.2 4.5v15M14.8 4.5v15" />
  </>,
)
export const RowsIcon = icon(<path d="M4 6h16M4 10h16M4 14h16M4 18h16" />)
export const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M5 20h14" />)
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={2.4} />)
export const StarIcon = icon(<path d="m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z" />)
export const StarFilledIcon = icon(
  <path d="m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z" fill="currentColor" />,
)
export const WarningIcon = icon(<path d="M12 4.5 3 19.5h18zM12 10v4.5M12 17h.01" />)
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5M12 8h.01" />
  </>,
)
export const ErrorIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V13M12 16h.01" />
  </>,
)
export const SuccessIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.5 12.2 2.4 2.4 4.6-4.8" />
  </>,
)
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
  </>,
)
export const MoonIcon = icon(<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />)
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />)
export const UserIcon = icon(
  <>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 20c.8-3.6 3.6-5.5 7-5.5s6.2 1.9 7 5.5" />
  </>,
)
export const UsersIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d="M2.5 19.5c.7-3.3 3.3-5 6.5-5s5.8 1.7 6.5 5M15.5 5.7a3.2 3.2 0 0 1 0 5.6M17.5 14.9c2 .7 3.4 2.2 4 4.6" />
  </>,
)
export const PhoneIcon = icon(
  <>
    <rect x="7" y="3" width="10" height="18" rx="2.2" />
    <path d="M11 18h2" />
  </>,
)
export const LogoutIcon = icon(<path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />)
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4" />
    <path d="m11 12 8.5-8.5M16 6.5l2.5 2.5" />
  </>,
)
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.4 2.4 3.6 5.2 3.6 8.5s-1.2 6.1-3.6 8.5c-2.4-2.4-3.6-5.2-3.6-8.5s1.2-6.1 3.6-8.5z" />
  </>,
)
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
)
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.8M6.2 7.5A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.8-.8M10 10a2.8 2.8 0 0 0 4 4" />,
)
export const EditIcon = icon(<path d="M14.5 5.5l4 4L8 20H4v-4zM12.5 7.5l4 4" />)
export const CircleIcon = icon(<circle cx="12" cy="12" r="8" strokeDasharray="3.5 2.8" />)
export const FilterIcon = icon(<path d="M4 5.5h16l-6.2 7.2V19l-3.6-2v-4.3z" />)
export const WifiIcon = icon(
  <path d="M3.5 9.5a12.5 12.5 0 0 1 17 0M6.5 13a8 8 0 0 1 11 0M9.5 16.3a3.8 3.8 0 0 1 5 0M12 19.5h.01" />,
)
export const CellularIcon = icon(<path d="M5 19v-3M9.7 19v-6.5M14.3 19V9M19 19V5" />)
export const PanelLeftIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <path d="M9 5v14M12.5 10l2.5 2-2.5 2" />
  </>,
)
export const TreeIcon = icon(
  <path d="M12 4v5M6 15v-3h12v3M12 9v3M10 3h4v3h-4zM4 15h4v4H4zM10 15h4v4h-4zM16 15h4v4h-4zM12 12v3" />,
)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const MinusIcon = icon(<path d="M5 12h14" />)
export const CloudOffIcon = icon(
  <path d="M4 4l16 16M8 8.500A5 5 0 0 0 7 18h10M20 15.5A4 4 0 0 0 16.500 10 5.5 5.5 0 0 0 11.500 6.100" />,
)
export const TruckIcon = icon(
  <path d="M3 6h11v10H3zM14 9.5h4l3 3V16h-7zM7 19.5a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600zM17 19.5a1.800 1.800 0 1 0 0-3.600 1.800 1.800 0 0 0 0 3.600z" />,
)
export const CalendarIcon = icon(<path d="M4 6.500h16V20H4zM4 11h16M8 4v4M16 4v4" />)
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.2 2" />
  </>,
)
export const LockIcon = icon(
  <>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </>,
)
export const BoltIcon = icon(<path d="M13 3 5 13.5h6L10 21l8.5-11H12z" />)
export const FanIcon = icon(
  <>
    <circle cx="12" cy="12" r="1.6" />
    <path d="M12 10.4C9.5 7.5 10 3.5 12.6 3.5s3 4-.6 6.9M13.4 12.8c3.7-.7 7 1.7 5.7 3.9s-4.9 1-5.7-3.9M10.6 12.8c-1.3 3.6-5 5.2-6.3 3s1.3-5 5.7-4.2" />
  </>,
)
export const FlameIcon = icon(
  <path d="M12 3c.5 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.5-4 2.5-5.5 1 1 1.5 1.5 1.5 3C12 9.5 12.5 6.5 12 3z" />,
)
export const SnowIcon = icon(
  <path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5" />,
)
export const DropIcon = icon(<path d="M12 3.5s6 6.3 6 10.5a6 6 0 0 1-12 0c0-4.2 6-10.5 6-10.5z" />)
export const PauseIcon = icon(<path d="M9 6v12M15 6v12" />)
export const PowerIcon = icon(<path d="M12 4v8M7 6.8a7.5 7.5 0 1 0 10 0" />)
export const QuestionIcon = icon(<path d="M9 9a3 3 0 1 1 4.3 2.7c-.8.4-1.3 1-1.3 1.8V14M12 17.5h.01" />)
export const NoSignalIcon = icon(
  <path d="M4 4l16 16M3.5 10a12 12 0 0 1 4.5-2.9M12.5 6.1A12 12 0 0 1 20.5 10M6.8 13.5a7.5 7.5 0 0 1 4-2M15.5 12.5l1.7 1M12 18.5h.01" />,
)
export const PinIcon = icon(<path d="M9 4h6l-1 6 3 3v1.5H7V13l3-3zM12 14.5V20" />)
export const CurveIcon = icon(<path d="M4 4v16h16M7.5 15c2-6 4-6 5.5-3s3.5 2 6-5" />)
export const SettingsIcon = icon(<path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />)
export const ExternalIcon = icon(
  <path d="M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4" />,
)
