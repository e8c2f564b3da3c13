// Written by `npm run generate` from the migrated schema.

/** A row of each table as the driver returns it. `default` and `generated` columns need not be inserted. */
export type Rows = {
  account_authentication_settings: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    enable_self_signup: boolean
    auto_create_account_for_account_members: boolean
    account_member_self_management: string
    account_management_authentication_token_timeout_secs: number
  }
  account_members: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    email: string
    user_authentication_info_id: string | null
  }
  account_memberships: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    account_id: string
    account_member_id: string
    role: string | null
  }
  accounts: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    legal_name: string
    registration_id: string
    external_ref: string
    parent_id: string | null
    ancestors: string[]
    account_tag_ids: string[] // default
  }
  addresses: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    customer_id: string | null
    account_id: string | null
    name: string
    first_name: string
    last_name: string
    company_name: string
    phone_number: string
    line_1: string
    line_2: string
    city: string
    county: string
    region: string
    postcode: string
    country: string
    instructions: string
  }
  alert_confirmations: {
    id: string
    owner_id: string
    address: string
    mailbox: string
    day: string
    code_hash: string | null
    expires_at: Date
    mail_at: Date | null
    failed_tries: number // default
  }
  alert_incidents: {
    owner_id: string
    id: string
    version: number // default
    updated_at: Date
    alert_id: string
    integration_id: string
    problem: string
    detail: string
    since: Date
    opened_at: Date
    resolved_at: Date | null
    message: string | null
    message_at: Date | null
    failed_tries: number // default
    last_error: string | null
    notified_at: Date | null
  }
  alert_recipients: {
    owner_id: string
    address: string
    confirmed_at: Date
  }
  alerts: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    enabled: boolean
    channel: string
    recipients: unknown
    url: string | null
    format: string
    integration_ids: unknown
    failing_minutes: number | null
    disabled: boolean
    backlog: number | null
    remind_hours: number | null
    secret: Buffer | null
  }
  api_keys: {
    id: string
    organization_id: string | null
    store_id: string | null
    name: string
    client_id: string
    secret_hash: string
    created_at: Date
    revoked_at: Date | null
    permissions: string[] | null
    expires_at: Date | null
    last_used_at: Date | null
    created_by: string | null
  }
  archived_partitions: {
    name: string
    archive_id: string
    started_at: Date
    parts: string // default
    last_id: string | null
    row_count: number | null
    archived_at: Date | null
    kept_until: Date | null
  }
  audit_entries: {
    id: string
    organization_id: string
    owner_id: string
    actor_type: 'person' | 'key' | 'command_line' | 'provider' | 'background_job'
    actor_id: string | null
    session_id: string | null
    operation: string
    resource_type: string | null
    resource_id: string | null
    within_type: string | null
    within_id: string | null
    request_id: string | null
    address: string | null
    user_agent: string | null
    changes: string
    changes_count: number
  }
  authentication_realms: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    duplicate_email_policy: string
    redirect_uris: string[] // default
    origin: 'customer' | 'account' | null
  }
  bought_together: {
    owner_id: string
    product_id: string
    other_id: string
    orders: number
  }
  carts: {
    owner_id: string
    id: string
    version: number
    created_at: Date
    updated_at: Date
    name: string
    description: string
    currency: string | null
    country: string | null
    region: string | null
    customer_ids: string[]
    account_id: string | null
    coupons: string[]
    shipping_option_id: string | null
    expires_at: Date
    items: unknown
    postcode: string | null
    closed: boolean // default
    custom_attributes: unknown // default
    account_ids: string[] // default
  }
  catalog_releases: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    organization_id: string
    catalog_id: string
    name: string
    description: string
    hierarchies: unknown
    release_status: string
    release_message: string | null
    export_full_delta: boolean
    is_full_publish: boolean
    previous_release_id: string | null
    summary: unknown
    failures: number
    next_at: Date
    started_at: Date | null
    finished_at: Date | null
  }
  catalog_rules: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    description: string
    catalog_owner_id: string
    catalog_id: string
    customers: string[]
    accounts: string[]
    channels: string[]
    tags: string[]
    schedules: unknown
    priority: number
    account_tag_ids: string[] // default
  }
  catalogs: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    description: string
    hierarchy_ids: string[]
    pricebook_id: string | null
    pricebooks: unknown
    locale: string
    locales: unknown // default
  }
  counted_orders: {
    owner_id: string
    order_id: string
  }
  counted_stores: {
    owner_id: string
    updated_at: Date
    order_id: string
  }
  coupon_batches: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    promotion_id: string
    size: number
    prefix: string
    length: number
    max_uses: number | null
    max_uses_per_shopper: number | null
    start: Date | null
    end: Date | null
  }
  coupons: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    promotion_id: string
    batch_id: string | null
    code: string
    code_key: string
    email: string | null
    max_uses: number | null
    max_uses_per_shopper: number | null
    start: Date | null
    end: Date | null
  }
  currencies: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    code: string
    exchange_rate: number
    format: string
    decimal_point: string
    thousand_separator: string
    decimal_places: number
    default: boolean
    enabled: boolean
  }
  custom_api_removals: {
    owner_id: string
    organization_id: string
    id: string
    api_type: string
  }
  custom_apis: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    slug: string
    api_type: string
    description: string
  }
  custom_entries: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    custom_api_id: string
    values: unknown
  }
  custom_entry_keys: {
    owner_id: string
    custom_field_id: string
    value_hash: Buffer
    custom_entry_id: string
  }
  custom_fields: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    custom_api_id: string
    name: string
    slug: string
    description: string
    field_type: string
    presence: string
    sensitive: boolean
    validation: unknown
    presentation: unknown
    use_as_url_slug: boolean // default
  }
  customers: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    email: string
    external_ref: string
    password_hash: string | null
    segments: string[] // default
  }
  delivery_rates: {
    integration_id: string
    next_at: Date
  }
  delivery_streams: {
    id: string
    owner_id: string
    filter: unknown
    seen_at: Date
  }
  demo_parts: {
    store_id: string
    part: string
    loaded_at: Date
  }
  doomed_bytes: {
    key: string
    due_at: Date
  }
  event_keys: {
    owner_id: string
    key: string
    event_id: string
  }
  event_types: {
    owner_id: string
    key: string
    version: number
    created_at: Date
    updated_at: Date
    description: string
    payload: unknown
    sample: unknown
  }
  events: {
    id: string
    organization_id: string
    owner_id: string
    triggered_by: string
    resource_version: number | null
    external_id: string | null
    payload: string
    traceparent: string | null
  }
  export_jobs: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    what: string
    status: 'pending' | 'processing' | 'complete' | 'failed'
    detail: string | null
    records: number
    bytes: number
    pieces: number
    position: string | null
    next_at: Date | null
    failures: number
    finished_at: Date | null
    expires_at: Date | null
    hierarchy_id: string | null
    filter: string | null
    started_at: Date | null
  }
  file_revisions: {
    owner_id: string
    value: number
  }
  files: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    file_name: string
    mime_type: string
    file_size: number
    public: boolean
    width: number | null
    height: number | null
    checksum: string | null
    file_location: string | null
    alternative_text: string // default
    sizes: unknown // default
  }
  filtered_events: {
    integration_id: string
    events: number
    last_at: Date
  }
  gateways: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    slug: string
    name: string
    enabled: boolean
    test: boolean
    credentials: unknown
    secrets: Buffer | null
  }
  hierarchies: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    slug: string
    description: string
    locales: unknown // default
    admin_attributes: unknown // default
    shopper_attributes: unknown // default
  }
  idempotency_keys: {
    owner_id: string
    scope: string
    key: string
    operation: string
    body_hash: Buffer
    status: number | null
    headers: string | null
    body: string | null
    expires_at: Date
    subjects: string[] | null
    erased_at: Date | null
  }
  integration_states: {
    integration_id: string
    failing_since: Date | null
    failing_periods: number // default
    last_period: number // default
  }
  integrations: {
    id: string
    organization_id: string
    owner_id: string
    integration_type: string
    name: string
    description: string // default
    enabled: boolean // default
    observes: string[]
    configuration: unknown
    secrets: Buffer | null
    previous_secret_until: Date | null
    disabled_reason: unknown
    cancelled_before: string // default
    version: number // default
    revision: number
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    sealed_version: number // default
    filter: string | null
    rate_limit: number | null
    secret_since: Date | null
    concurrency: number | null
  }
  inventories: {
    owner_id: string
    id: string
    version: number
    created_at: Date
    updated_at: Date
    on_hand: number
    allocated: number
    available: number // generated
  }
  job_runs: {
    id: string
    organization_id: string
    owner_id: string
    action: 'retry' | 'cancel'
    job_ids: string[] | null
    integration_ids: string[]
    statuses: string[]
    keys: string[] | null
    from_time: Date
    to_time: Date
    rate: number
    status: 'running' | 'paused' | 'completed' | 'cancelled'
    status_detail: string | null
    total: number
    is_total_exact: boolean
    positions: string[]
    next_index: number // default
    scanned: number // default
    changed: number // default
    skipped: unknown // default
    next_at: Date | null
    finished_at: Date | null
    updated_at: Date
    version: number // default
  }
  jobs: {
    id: string
    event_id: string
    integration_id: string
    owner_id: string
    triggered_by: string
    status: 'pending' | 'delivering' | 'succeeded' | 'failed' | 'cancelled'
    next_at: Date | null
    updated_at: Date
    worker_id: number | null
    generation: number // default
    attempts: number // default
    step: number // default
    manual_retries: number // default
    replay_id: string | null
    priority: number // default
    lease_until: Date | null
    order_key: string | null
    run_id: string | null
  }
  leases_at_birth: {
    none_before: Date
  }
  logs: {
    id: string
    job_id: string
    integration_id: string
    owner_id: string
    attempt: number
    succeeded: boolean
    status_code: number | null
    processing_time: number
    error_detail: string | null
    request_headers: string
    response_headers: string | null
    body: string | null
    body_truncated: boolean // default
  }
  migrations: {
    name: string
    checksum: string
    ran_at: Date // default
  }
  node_products: {
    owner_id: string
    node_id: string
    product_id: string
  }
  nodes: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    hierarchy_id: string
    parent_id: string | null
    name: string
    slug: string
    description: string
    sort_order: number
    locales: unknown // default
    admin_attributes: unknown // default
    shopper_attributes: unknown // default
  }
  one_time_password_requests: {
    id: string
    organization_id: string
    owner_id: string
    authentication_realm_id: string
    password_profile_id: string
    username: string
    purpose: string
  }
  one_time_passwords: {
    owner_id: string
    password_profile_info_id: string
    code_id: string
    code_hash: string | null
    purpose: string
    expires_at: Date
    tries: number
    counted_since: Date
    made: number
  }
  order_events: {
    owner_id: string
    order_id: string
    event_id: string
  }
  order_items: {
    owner_id: string
    order_id: string
    id: string
    cart_item_id: string
    product_id: string | null
    sku: string
    name: string
    quantity: number
    unit_amount: number
    includes_tax: boolean
    net: number
    tax: number
    discount: number
    taxes: unknown
    shippable: boolean
    promotion_id: string | null
    refunded_quantity: number // default
    shipped_quantity: number // default
    custom_attributes: unknown // default
    custom_inputs: unknown // default
    total_discount: number | null
    withdrawn_quantity: number // default
    withdrawing_quantity: number // default
  }
  order_notes: {
    owner_id: string
    order_id: string
    id: string
    version: number
    updated_at: Date
    text: string
    person_id: string | null
    key_id: string | null
  }
  orders: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    order_number: string
    external_ref: string
    status: string
    payment: string
    shipping: string
    anonymized: boolean
    currency: string
    customer: unknown
    shipping_address: unknown
    billing_address: unknown
    customer_id: string | null
    account_id: string | null
    account_member_id: string | null
    session_id: string | null
    cart_id: string
    with_tax: number
    without_tax: number
    tax: number
    discount: number
    shipping_cost: number
    authorized: number
    captured: number
    refunded: number
    item_ids: string[]
    product_ids: string[]
    product_skus: string[]
    money_format: unknown
    expires_at: Date | null
    shipment_changes: number // default
    custom_attributes: unknown // default
    shipping_option: unknown
  }
  organizations: {
    id: string
    name: string
    created_at: Date
    updated_at: Date
  }
  partition_changes: {
    id: number // default
    at: Date // default
    name: string
    change: 'made' | 'dropped' | 'archived' | 'restored'
    row_estimate: number | null
  }
  password_profile_info: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    authentication_realm_id: string
    user_authentication_info_id: string
    password_profile_id: string
    username: string
    password_hash: string | null
  }
  password_profiles: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    authentication_realm_id: string
    name: string
    username_format: string
    enable_one_time_password_token: boolean
    description: string // default
  }
  people: {
    id: string
    organization_id: string
    email: string
    normalized_email: string
    name: string
    password_hash: string | null
    totp_secret: Buffer | null
    totp_confirmed_at: Date | null
    totp_last_step: number | null
    oidc_issuer: string | null
    oidc_subject: string | null
    last_seen_at: Date | null
    created_at: Date
    updated_at: Date
  }
  person_invitations: {
    id: string
    organization_id: string
    purpose: string
    person_id: string | null
    email: string
    name: string | null
    roles: unknown
    code_hash: string
    invited_by: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  person_passkeys: {
    id: string
    person_id: string
    name: string
    credential_id: string
    public_key: Buffer
    sign_count: number
    transports: string[]
    backed_up: boolean
    created_at: Date
    last_used_at: Date | null
  }
  person_recovery_codes: {
    person_id: string
    code_hash: string
    used_at: Date | null
  }
  person_roles: {
    person_id: string
    store_id: string | null
    role: string
  }
  person_sessions: {
    id: string
    person_id: string
    token_hash: string
    previous_token_hash: string | null
    rotated_at: Date
    created_at: Date
    used_at: Date
    expires_at: Date
    user_agent: string | null
    address: string | null
    ended_at: Date | null
  }
  price_modifiers: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    pricebook_id: string
    name: string
    modifier_type: string
    currencies: unknown
    external_ref: string // default
  }
  pricebooks: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    description: string
    external_ref: string
  }
  product_prices: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    pricebook_id: string
    sku: string
    currencies: unknown
    valid_from: Date | null
    valid_to: Date | null
    external_ref: string // default
    admin_attributes: unknown // default
    shopper_attributes: unknown // default
    sku_twin: string // default
  }
  products: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    sku: string
    name: string
    description: string
    slug: string
    status: string
    commodity_type: string
    definition: string
    options: unknown
    modifier_names: string[]
    tags: string[]
    tax_class_id: string | null
    weight: number
    main_image_file_id: string | null
    extensions: unknown
    external_ref: string
    mpn: string // default
    upc_ean: string // default
    locales: unknown // default
    custom_inputs: unknown // default
    custom_attributes: unknown // default
    build_rules: unknown
    file_ids: string[] // default
    variation_ids: string[] // default
    base_product_id: string | null
    option_ids: string[] // default
    build: unknown
    file_tags: unknown // default
    sku_twin: string // default
  }
  promotion_counters: {
    owner_id: string
    counted: string
    shopper: string
    uses: number
  }
  promotion_revisions: {
    owner_id: string
    value: number
  }
  promotion_usages: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    promotion_id: string
    order_id: string
    coupon_id: string | null
    code: string | null
    shopper: string
    amount: number
    currency: string
    released_at: Date | null
  }
  promotions: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    display_name: string
    description: string
    enabled: boolean
    start: Date | null
    end: Date | null
    currency: string | null
    priority: number
    stacking: string
    trigger: string
    scope: string
    when: unknown
    basis: string
    target: unknown
    shipping_option_ids: unknown
    action: unknown
    usage_limit: number | null
    usage_limit_per_shopper: number | null
  }
  purchase_snapshots: {
    owner_id: string
    order_id: string
    document: string
    hash: Buffer
  }
  release_amounts: {
    owner_id: string
    release_id: string
    currency: string
    part: number
    amounts: Buffer
  }
  release_changes: {
    owner_id: string
    release_id: string
    id: string
    type: string
    change: string
    label: string
  }
  release_facets: {
    owner_id: string
    release_id: string
    part: number
    facet: string
    value: string
    facet_label: string
    value_label: string
    products: Buffer
  }
  release_hierarchies: {
    owner_id: string
    release_id: string
    id: string
    updated_at: Date
    name: string
    slug: string
    description: string
    digest: string
    locales: unknown // default
    shopper_attributes: unknown // default
  }
  release_nodes: {
    owner_id: string
    release_id: string
    id: string
    updated_at: Date
    hierarchy_id: string
    parent_id: string | null
    ancestors: string[]
    name: string
    slug: string
    description: string
    sort_order: number
    digest: string
    locales: unknown // default
    shopper_attributes: unknown // default
  }
  release_parents: {
    owner_id: string
    release_id: string
    id: string
    updated_at: Date
    sku: string
    name: string
    description: string
    slug: string
    commodity_type: string
    definition: string
    options: unknown
    tags: string[]
    tax_class_id: string | null
    weight: number
    main_image_file_id: string | null
    extensions: unknown
    external_ref: string
    node_ids: string[]
    category_ids: string[]
    prices: unknown
    mpn: string // default
    upc_ean: string // default
    locales: unknown // default
    custom_inputs: unknown // default
    custom_attributes: unknown // default
    build_rules: unknown
    file_ids: string[] // default
    build: unknown
  }
  release_places: {
    owner_id: string
    release_id: string
    place_id: string
    product_id: string
  }
  release_positions: {
    owner_id: string
    release_id: string
    position: number
    product_id: string
  }
  release_products: {
    owner_id: string
    release_id: string
    id: string
    updated_at: Date
    sku: string
    name: string
    description: string
    slug: string
    commodity_type: string
    definition: string
    options: unknown
    tags: string[]
    tax_class_id: string | null
    weight: number
    main_image_file_id: string | null
    extensions: unknown
    external_ref: string
    node_ids: string[]
    category_ids: string[]
    prices: unknown
    digest: string
    search: string // generated
    mpn: string // default
    upc_ean: string // default
    locales: unknown // default
    custom_inputs: unknown // default
    custom_attributes: unknown // default
    build_rules: unknown
    file_ids: string[] // default
    base_product_id: string | null
    child_variations: unknown
    product_types: string[] // default
  }
  release_remains: {
    owner_id: string
    release_id: string
  }
  release_words: {
    owner_id: string
    release_id: string
    word: string
    in_name: Buffer | null
    in_tags: Buffer | null
    elsewhere: Buffer | null
  }
  replays: {
    id: string
    organization_id: string
    owner_id: string
    integration_id: string
    target_id: string
    selection: 'all' | 'failed' | 'cancelled' | 'missed'
    keys: string[]
    from_time: Date
    to_time: Date
    rate: number
    status: 'running' | 'paused' | 'completed' | 'cancelled'
    status_detail: string | null
    position: string
    scanned: number // default
    enqueued: number // default
    next_at: Date | null
    version: number // default
    updated_at: Date
    finished_at: Date | null
    event_ids: string[] | null
  }
  revisions: {
    name: string
    value: number
  }
  series_hours: {
    subject_id: string
    at: Date
    events: number
    attempts: number
    succeeded: number
    jobs_succeeded: number
    jobs_failed: number
    jobs_cancelled: number
    duration: number
    durations: number[]
    latencies: number[]
  }
  series_minutes: {
    subject_id: string
    at: Date
    events: number
    attempts: number
    succeeded: number
    jobs_succeeded: number
    jobs_failed: number
    jobs_cancelled: number
    duration: number
    durations: number[]
    latencies: number[]
  }
  settings: {
    owner_id: string
    page_length: number // default
    version: number // default
    updated_at: Date
    id: string
    written: boolean // default
    list_child_products: boolean // default
    additional_languages: string[] // default
    calculation_method: 'simple' | 'line' // default
    address_mandatory_fields: string[] // default
    prices_include_tax: boolean // default
    cart_expiry_days: number // default
    order_expiry_hours: number | null
    cart_stacking: 'all' | 'best' // default
    shopper_custom_items: boolean // default
    shopper_tax_items: boolean // default
    shopper_channels: boolean // default
    default_language: string // default
    order_number_format: string // default
    membership_limit: number // default
    unknown_members: string // default
    customer_self_signup: boolean // default
  }
  shipments: {
    owner_id: string
    order_id: string
    id: string
    version: number
    updated_at: Date
    status: 'pending' | 'shipped' | 'delivered' | 'cancelled'
    carrier: string
    tracking_number: string
    items: unknown
    shipped_at: Date | null
    delivered_at: Date | null
    tracking_url: string // default
  }
  shipping_options: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    carrier: string
    code: string
    description: string
    countries: unknown
    places: string[]
    costs: unknown
    tax_class_id: string | null
    enabled: boolean
    priority: number
  }
  shop_revisions: {
    owner_id: string
    value: number
  }
  signing_keys: {
    id: string
    secret: Buffer
    created_at: Date
  }
  stock_allocations: {
    owner_id: string
    product_id: string
    order_id: string | null
    quantity: number
  }
  stock_transactions: {
    owner_id: string
    product_id: string
    id: string
    action: 'increment' | 'decrement' | 'allocate' | 'deallocate' | 'set'
    quantity: number
    reason: string
    order_id: string | null
    version: number
    on_hand: number
    allocated: number
  }
  storefront_shoppers: {
    owner_id: string
    shopper_id: string
    number: number
    customer_id: string | null
    told: unknown // default
    expires_at: Date | null
  }
  stores: {
    id: string
    organization_id: string
    name: string
    scope: string
    created_at: Date
    updated_at: Date
  }
  tax_classes: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    code: string
    default: boolean
  }
  tax_rates: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    tax_class_id: string
    tax_zone_id: string
    name: string
    code: string
    rate: number
    jurisdiction: string
    valid_from: Date | null
    valid_to: Date | null
  }
  tax_zones: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    countries: unknown
    places: string[]
  }
  token_generations_of: {
    holder_id: string
    generation: number
    raised_at: Date
  }
  transactions: {
    owner_id: string
    order_id: string
    id: string
    version: number
    updated_at: Date
    transaction_type: string
    status: string
    amount: number
    captured_amount: number
    refunded_amount: number
    currency: string
    gateway: string
    reference: string
    parent_id: string | null
    decided_at: Date | null
    outcome: string | null
    money_format: unknown
    items: unknown
    payment_method: string | null
    paymentmethod_meta: unknown // default
    restock: boolean // default
    reason: string | null
  }
  used_passkey_challenges: {
    id: string
    expires_at: Date
  }
  used_provider_log_ins: {
    state: string
    expires_at: Date
  }
  user_authentication_info: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    authentication_realm_id: string
    name: string
    email: string
    unique_email: string | null
  }
  variation_modifiers: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    product_variation_id: string
    product_variation_option_id: string
    type: string
    value: string | null
    seek: string | null
    set: string | null
    reference_name: string | null
  }
  variation_options: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    product_variation_id: string
    name: string
    description: string
    sort_order: number
    locales: unknown // default
  }
  variations: {
    owner_id: string
    id: string
    version: number
    updated_at: Date
    name: string
    sort_order: number
    locales: unknown // default
  }
  wishlist_lines: {
    owner_id: string
    shopper_id: string
    product_id: string
    id: string
  }
  worker_sweeps: {
    worker_id: number
    started_at: Date
    heartbeat_at: Date
    swept_at: Date
    leases: number
  }
  workers: {
    id: number // default
    started_at: Date
    heartbeat_at: Date
    lanes: unknown // default
    unsettled_seconds: number | null
  }
}
