<?php
// Runs the plugin against stand-ins for the parts of WordPress and WooCommerce that it calls, and prints what it did as
// JSON. Usage: php run.php <folder of the plugin> <status of the portal's answer>

define( 'ABSPATH', __DIR__ );
$GLOBALS['options'] = array();
$GLOBALS['hooks']   = array();
$GLOBALS['sent']    = array();
$GLOBALS['made']    = array();
$GLOBALS['status']  = (int) ( $argv[2] ?? 200 );

function add_action( $hook, $callback ) { $GLOBALS['hooks'][ $hook ][] = $callback; }
function add_filter( $hook, $callback ) { add_action( $hook, $callback ); }
function register_activation_hook( $file, $callback ) { add_action( 'activate', $callback ); }
function register_deactivation_hook( $file, $callback ) { add_action( 'deactivate', $callback ); }
function run( $hook, ...$values ) {
	$answer = null;
	foreach ( $GLOBALS['hooks'][ $hook ] as $callback ) {
		$answer = $callback( ...$values );
	}
	return $answer;
}
function get_option( $name, $default ) { return $GLOBALS['options'][ $name ] ?? $default; }
function update_option( $name, $value ) { $GLOBALS['options'][ $name ] = $value; }
function wp_unslash( $value ) { return stripslashes( $value ); }
function sanitize_text_field( $value ) { return trim( strip_tags( $value ) ); }
function wp_generate_password( $length ) { return str_repeat( 'x', $length ); }
function wp_generate_uuid4() { return '8f14e45f-ceea-467f-9575-1f0c1a2b3c4d'; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function wp_safe_remote_post( $address, $call ) {
	$GLOBALS['sent'][] = array( 'address' => $address ) + $call;
	return array( 'status' => $GLOBALS['status'] );
}
function wp_remote_retrieve_response_code( $answer ) { return $answer['status']; }
function is_wp_error( $answer ) { return false; }
function get_current_user_id() { return 1; }
function current_user_can( $right ) { return true; }
function check_admin_referer( $action ) {}
function wp_nonce_field( $action ) {}
function add_submenu_page( ...$values ) {}
function __( $text ) { return $text; }
function esc_html_e( $text ) { echo htmlspecialchars( $text ); }
function esc_html( $text ) { return htmlspecialchars( $text ); }
function esc_attr( $text ) { return htmlspecialchars( $text ); }
function esc_textarea( $text ) { return htmlspecialchars( $text ); }
function wc_format_decimal( $amount, $decimals ) { return number_format( (float) $amount, $decimals, '.', '' ); }
function wc_get_price_decimals() { return 2; }
function wc_get_webhook( $id ) { return $GLOBALS['made'][ $id ] ?? null; }
function wc_get_order( $id ) { return $GLOBALS['order']; }

class WC_Webhook {
	public $data = array();
	public function __call( $name, $values ) {
		if ( 0 === strpos( $name, 'set_' ) ) {
			$this->data[ substr( $name, 4 ) ] = $values[0];
		}
		return $this->data[ substr( $name, 4 ) ] ?? null;
	}
	public function save() {
		$this->data['id']                     = $this->data['id'] ?? count( $GLOBALS['made'] ) + 31;
		$GLOBALS['made'][ $this->data['id'] ] = $this;
	}
}
class Stub_Order {
	public $meta = array();
	public $refunds = array();
	public function get_meta( $key ) { return $this->meta[ $key ] ?? ''; }
	public function update_meta_data( $key, $value ) { $this->meta[ $key ] = $value; }
	public function get_refunds() { return $this->refunds; }
}
class Stub_Item {
	private $data;
	public function __construct( $data ) { $this->data = $data; }
	public function get_meta( $key ) { return $this->data['of']; }
	public function get_quantity() { return $this->data['quantity']; }
	public function get_total() { return $this->data['total']; }
	public function get_total_tax() { return $this->data['tax']; }
}
class Stub_Refund {
	public function get_id() { return 3161; }
	public function get_items( $kinds ) {
		return 'line_item' === $kinds
			? array( 5 => new Stub_Item( array( 'of' => '461', 'quantity' => -1, 'total' => '-48', 'tax' => '-10.08' ) ) )
			: array( 6 => new Stub_Item( array( 'of' => '469', 'quantity' => 0, 'total' => '-4.1322', 'tax' => '-0.8678' ) ) );
	}
}

function checkout( $hook, $cookie ) {
	$_COOKIE = null === $cookie ? array() : array( 'vt_click' => $cookie );
	$order   = new Stub_Order();
	run( $hook, $order );
	return $order->meta['_vt_click'] ?? null;
}

require $argv[1] . '/vitrine-for-woocommerce.php';
run( 'activate' );
ob_start();
run( 'wp_head' );
$head     = ob_get_clean();
$settings = vitrine_settings();
$_POST    = array( 'vitrine_connect' => '1', 'address' => $settings['address'], 'secret' => $settings['secret'], 'snippet' => $settings['snippet'] );
ob_start();
vitrine_show_page();
vitrine_show_page();
$page             = ob_get_clean();
$GLOBALS['order'] = new Stub_Order();

$GLOBALS['order']->refunds = array( new Stub_Refund() );
$payload                   = array( 'id' => 2016, 'refunds' => array( array( 'id' => 3161, 'total' => '-63.08' ) ) );
echo json_encode(
	array(
		'head'     => trim( $head ),
		'settings' => vitrine_settings(),
		'clicks'   => array(
			checkout( 'woocommerce_checkout_create_order', 'AZq-1_x' ),
			checkout( 'woocommerce_store_api_checkout_update_order_meta', 'AZq-1_x' ),
			checkout( 'woocommerce_checkout_create_order', '<script>' ),
			checkout( 'woocommerce_checkout_create_order', null ),
		),
		'sent'     => $GLOBALS['sent'],
		'webhooks' => array_map( fn( $webhook ) => $webhook->data, array_values( $GLOBALS['made'] ) ),
		'payload'  => run( 'woocommerce_webhook_payload', $payload, 'order', 2016, 31 ),
		'foreign'  => run( 'woocommerce_webhook_payload', $payload, 'order', 2016, 7 ),
		'page'     => $page,
	)
);
