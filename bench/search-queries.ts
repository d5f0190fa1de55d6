/** A query as somebody types it, and the pages of which one should come first. */
export interface WantedPage {
  readonly query: string;
  readonly pages: readonly string[];
}

/** One hundred queries over the four corpora, one per line: the query and the right addresses. */
const lines: Readonly<Record<string, string>> = {
  'bullmq-docs': `
quick start = quick-start
graceful shutdown = guide/workers/graceful-shutdown
retrying failing jobs = guide/retrying-failing-jobs
how do I retry a failed job = guide/retrying-failing-jobs guide/jobs/retrying-job
how can I pause a queue = guide/workers/pausing-queues
deduplication = guide/jobs/deduplication patterns/deduplication
dedupliction = guide/jobs/deduplication patterns/deduplication
redis cluster = patterns/redis-cluster bull/patterns/redis-cluster
rate limiting = guide/rate-limiting bullmq-pro/groups/rate-limiting
rate limting = guide/rate-limiting bullmq-pro/groups/rate-limiting
global concurrency = guide/queues/global-concurrency
setGlobalConcurrency = guide/queues/global-concurrency
maxStalledCount = guide/jobs/stalled
moveToDelayed = patterns/process-step-jobs
moveToWaitingChildren = patterns/process-step-jobs
failParentOnFailure = guide/flows/fail-parent
maxRetriesPerRequest = guide/connections
UnrecoverableError = patterns/stop-retrying-jobs
elasticache = guide/redis-tm-hosting/aws-elasticache
elasticahce = guide/redis-tm-hosting/aws-elasticache
promtheus metrics = guide/metrics/prometheus
how do I cancel a running job = guide/workers/cancelling-jobs
sandboxed processors = guide/workers/sandboxed-processors
sandbox procesors = guide/workers/sandboxed-processors
nestjs = guide/nestjs bullmq-pro/nestjs
job scheduler cron = guide/job-schedulers guide/job-schedulers/repeat-strategies guide/job-schedulers/repeat-options
migrate from bull = guide/migration-to-newer-versions/bull-to-bullmq
postgres = guide/postgresql
what is a stalled job = guide/workers/stalled-jobs guide/jobs/stalled
add many jobs at once bulk = guide/queues/adding-bulks patterns/adding-bulks
going to production = guide/going-to-production
last in first out = guide/jobs/lifo
batches = bullmq-pro/batches
pause group = bullmq-pro/groups/pausing-groups
python flow producer = python/flow-producer
idempotent = patterns/idempotent-jobs
throttling = patterns/throttle-jobs
telemetry jaeger = guide/telemetry/running-jaeger
remove child dependency = guide/flows/remove-child-dependency
dragonfly = guide/redis-tm-compatibility/dragonfly`,
  'example-site': `
verifying signatures = developers/webhooks/verifying-signatures
how do I verify a webhook signature = developers/webhooks/verifying-signatures
webhok signature = developers/webhooks/verifying-signatures
event catalog = developers/webhooks/event-catalog
migrate from stripe = tutorials/build-common-payment-flows/migrate-from-stripe
migrating from strpie = tutorials/build-common-payment-flows/migrate-from-stripe
chargeback prevention = tutorials/build-common-payment-flows/chargeback-prevention
authentication = developers/getting-started/authentication
authentification = developers/getting-started/authentication
payout_schedule = tutorials/run-a-marketplace-with-connect/payout-schedules
custom field mapping = integrations/netsuite/custom-field-mapping
sanctions screening = identity/verification-flows/business/sanctions-screening
where can I see audit logs = identity/compliance/audit-logs
data retention = identity/compliance/data-retention
how long is data retained = identity/compliance/data-retention
kyb = identity/verification-flows/business tutorials/verify-customers-and-businesses/kyb
micro deposits = identity/verification-flows/bank-account/micro-deposits
plaid instant = identity/verification-flows/bank-account/plaid-instant
smart routing = payments/accept-payments/smart-routing
settlement files = payments/reconciliation/settlement-files
how do I split a payment between sellers = connect/platform-setup/splitting-payments tutorials/run-a-marketplace-with-connect/split-payments
3d secure = payments/accept-payments/3d-secure tutorials/build-common-payment-flows/3d-secure
failover = payments/accept-payments/failover
slack alerts = integrations/slack/configuring-alerts
subscription billing = tutorials/build-common-payment-flows/subscription-billing
subscribtion billing = tutorials/build-common-payment-flows/subscription-billing
custom reports = payments/reporting/custom-reports
retry webhooks = developers/webhooks/retries-and-replay
connect agent mcp = developers/mcp/connecting-an-agent
hosted vs embedded = connect/embedded-checkout/hosted-vs-embedded
beneficial owner = identity/verification-flows/business/beneficial-ownership
payment lifecycle = payments/concepts/payment-lifecycle`,
  'sunbird-community': `
tech stack = learn/tech-overview/tech-stack
one click installer = use/getting-started/one-click-installer
how do I install = use/getting-started/one-click-installer use/getting-started
system requirements = use/getting-started/system-requirements
telemetry pipeline = misc/reference-guides/telemetry-pipeline
telemtry pipeline = misc/reference-guides/telemetry-pipeline
flink jobs removed = use/ed-greater-than-spark-migration/flink-jobs-removed-in-spark
database usage = misc/reference-guides/database-usage-map
multi tenancy = misc/reference-guides/telemetry-pipeline/multi-tenancy-explained
configuraton guide = use/developer-guide/configuration-guide
mobile app = use/developer-guide/sunbird-spark-mobile-app
question bank = learn/components/versatile-question-bank
diksha = learn/sunbird-adopters/diksha
karmayogi = learn/sunbird-adopters/igot-karmayogi
api endpoint changes = use/ed-greater-than-spark-migration/api-endpoint-changes
is spark right for me = quick-start/is-spark-right-for-you
enable addons = use/getting-started/enabling-add-ons
certificates = learn/components/verifiable-credentials-and-certificates`,
  'draftbot-guide': `
familiers = notions-principale/familiers
comment nourrir mon familier = notions-principale/familiers
créer une guilde = notions-principale/guildes
equipements = notions-principale/items
équipemnts = notions-principale/items
altérations = notions-principale/alterations-detat
comment contribuer = aidez-nous-a-developper-draftbot/comment-contribuer
historique des mises à jour = lore/historique-des-mises-a-jour
badges = notions-avancees/badges
mini évènements = notions-avancees/mini-evenements`,
};

/** The queries of each corpus. */
export const searchQueries: ReadonlyMap<string, readonly WantedPage[]> = new Map(
  Object.entries(lines).map(([corpus, text]) => [
    corpus,
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [query = '', pages = ''] = line.split(' = ');
        return { query, pages: pages.split(' ') };
      }),
  ]),
);
