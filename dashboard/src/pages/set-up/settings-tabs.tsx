import { PageTabs } from '../../kit/tabs.tsx'
import { usePaths } from '../../kit/use-paths.ts'

export function SettingsTabs() {
  const paths = usePaths()
  const tabs = [
    { label: 'Store', to: paths.settings() },
    { label: 'Customers', to: paths.resource('settings', 'customers') },
    { label: 'Account members', to: paths.resource('settings', 'account-members') },
  ]
  return <PageTabs label="Settings" tabs={tabs} />
}
