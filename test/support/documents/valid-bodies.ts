const integration = {
  data: {
    type: 'integration',
    integration_type: 'webhook',
    name: 'Warehouse',
    description: 'x',
    enabled: false,
    observes: ['order.paid', 'cart.updated'],
    configuration: { url: 'https://a.example', secret_key: 'x' },
  },
}
const alert = {
  data: {
    type: 'alert',
    name: 'On call',
    enabled: false,
    channel: 'chat',
    url: 'https://chat.shop.example/hooks/a',
    backlog: null,
  },
}
const cloud = { specversion: '1.0', id: '1', source: 's', type: 'order.paid', data: { type: 'order', id: 'o' } }
/** A request body for each operation that takes a body, except those covered by the suites of test/journeys/store. */
export const bodies: Readonly<Record<string, unknown>> = {
  CreateIntegration: integration,
  UpdateIntegration: integration,
  PublishEvents: {
    data: [
      { triggered_by: 'order.paid', payload: { data: { type: 'order', id: 'o1' } }, id: 'x', resource_version: 1 },
      cloud,
    ],
  },
  TestIntegration: { data: { triggered_by: 'cart.updated' } },
  CreateReplay: { data: { from: '2026-01-01T00:00:00.000Z', selection: 'failed', keys: ['order.paid'], rate: 1 } },
  PreviewReplay: { data: { from: '2026-01-01T00:00:00.000Z', selection: 'missed', rate: 1 } },
  RotateSecret: { data: { secret_key: 'another secret of the test', force: true } },
  TestDraft: {
    data: { integration_type: 'webhook', observes: ['order.paid'], configuration: { url: 'http://127.0.0.1:9/' } },
  },
  TestFilter: { data: { filter: 'eq(data.status,complete)', observes: ['order.*', 'cart.updated'] } },
  CreateJobRun: { data: { action: 'cancel', keys: ['order.paid'], from: '2026-01-01T00:00:00.000Z', rate: 1 } },
  PreviewJobRun: { data: { action: 'retry', statuses: ['failed'], to: '2026-01-01T00:00:00.000Z' } },
  PutEventType: { data: { description: 'x', payload: { type: 'object' }, sample: { data: { id: '1' } } } },
  UpdateCartSettings: { data: { type: 'settings', cart_expiry_days: 7 } },
  UpdateAccountMembershipSettings: { data: { type: 'account_membership_setting', membership_limit: 100 } },
  UpdateSettings: { data: { type: 'settings', page_length: 25 } },
  CreateKey: { data: { type: 'key', name: 'x', permissions: ['orders:read'], expires_at: null } },
  CreateStore: { data: { type: 'store', name: 'x', scope: 'x', currency: 'EUR' } },
  UpdateStore: { data: { type: 'store', name: 'x' } },
  CreateOrganization: { data: { type: 'organization', name: 'x' } },
  UpdateOrganization: { data: { type: 'organization', name: 'x' } },
  CreateAlert: alert,
  UpdateAlert: alert,
  CreateAccessToken: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
}
