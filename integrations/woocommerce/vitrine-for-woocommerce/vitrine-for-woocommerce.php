<?php
/**
 * Plugin Name:          Vitrine for WooCommerce
 * Description:          Tells your creator portal about clicks, orders and refunds of your shop.
 * Version:              1.0.0
 * Requires at least:    6.2
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * WC requires at least: 7.2
 * License:              Apache-2.0
 * License URI:          https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:          vitrine-for-woocommerce
 *
 * @package Vitrine
 */

defined( 'ABSPATH' ) || exit;

/** The cookie in which the snippet keeps the click id, and the field of an order in which this plugin keeps it. */
const VITRINE_COOKIE = 'vt_click';
const VITRINE_META   = '_vt_click';

/** The settings, and the ids of the webhooks that this plugin has created. */
const VITRINE_OPTION = 'vitrine_for_woocommerce';
const VITRINE_TOPICS = array( 'order.created', 'order.updated', 'order.deleted', 'order.restored' );

/**
 * The address, the snippet and a first secret. The portal writes address and snippet into config.php when this plugin is
 * downloaded there; what is saved on the settings page counts more.
 *
 * @return array{address: string, snippet: string, secret: string, webhooks: int[]}
 */
function vitrine_settings(): array {
	$config = is_readable( __DIR__ . '/config.php' ) ? (array) require __DIR__ . '/config.php' : array();
	$saved  = get_option( VITRINE_OPTION, array() );
	return array_merge(
		array(
			'address'  => '',
			'snippet'  => '',
			'secret'   => '',
			'webhooks' => array(),
		),
		$config,
		is_array( $saved ) ? $saved : array()
	);
}

/** Nothing but these characters is a click id; anything else in the cookie is ignored. */
function vitrine_click(): string {
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- checked by the pattern.
	$click = isset( $_COOKIE[ VITRINE_COOKIE ] ) ? (string) wp_unslash( $_COOKIE[ VITRINE_COOKIE ] ) : '';
	return preg_match( '/^[A-Za-z0-9_-]{1,200}$/', $click ) ? $click : '';
}

/**
 * Notes the click in an order. Only checkouts of shoppers call this, so orders that staff enters have none.
 *
 * @param WC_Order $order The order of the checkout.
 */
function vitrine_note_click( $order ): void {
	$click = vitrine_click();
	if ( '' !== $click && '' === (string) $order->get_meta( VITRINE_META ) ) {
		$order->update_meta_data( VITRINE_META, $click );
	}
}
// The classic checkout saves the order itself, and so does the checkout block.
add_action( 'woocommerce_checkout_create_order', 'vitrine_note_click' );
add_action( 'woocommerce_store_api_checkout_update_order_meta', 'vitrine_note_click' );

/** Prints the tag of the snippet into the head of every page. */
function vitrine_print_snippet(): void {
	// Written by the portal or by an administrator who may add scripts.
	echo vitrine_settings()['snippet'], "\n"; // phpcs:ignore WordPress.Security.EscapeOutput
}
add_action( 'wp_head', 'vitrine_print_snippet', 1 );

/**
 * Says which lines each refund is for. WooCommerce's own payload has only its amount.
 *
 * @param mixed  $payload     What the webhook sends.
 * @param string $resource    The kind of its subject.
 * @param mixed  $resource_id The id of its subject.
 * @param int    $webhook_id  The webhook.
 * @return mixed
 */
function vitrine_add_refund_lines( $payload, $resource, $resource_id, $webhook_id ) {
	$is_ours = in_array( (int) $webhook_id, array_map( 'intval', vitrine_settings()['webhooks'] ), true );
	if ( 'order' !== $resource || ! $is_ours || empty( $payload['refunds'] ) ) {
		return $payload;
	}
	$order = wc_get_order( $resource_id );
	if ( ! $order ) {
		return $payload;
	}
	$payload['vitrine_refunds'] = array_map( 'vitrine_refund_lines', array_values( $order->get_refunds() ) );
	return $payload;
}
add_filter( 'woocommerce_webhook_payload', 'vitrine_add_refund_lines', 10, 4 );

/**
 * The lines of a refund as positive amounts, and what else was paid back: shipping and fees, with their tax.
 *
 * @param WC_Order_Refund $refund A refund.
 */
function vitrine_refund_lines( $refund ): array {
	$lines = array();
	foreach ( $refund->get_items( 'line_item' ) as $item ) {
		$lines[] = array(
			'line_id'   => (int) $item->get_meta( '_refunded_item_id' ),
			'quantity'  => abs( (float) $item->get_quantity() ),
			'total'     => vitrine_amount( $item->get_total() ),
			'total_tax' => vitrine_amount( $item->get_total_tax() ),
		);
	}
	$other = 0.0;
	foreach ( $refund->get_items( array( 'shipping', 'fee' ) ) as $item ) {
		$other += abs( (float) $item->get_total() ) + abs( (float) $item->get_total_tax() );
	}
	return array(
		'id'    => (int) $refund->get_id(),
		'lines' => $lines,
		'other' => vitrine_amount( $other ),
	);
}

/**
 * An amount above zero with the decimals of the shop's currency.
 *
 * @param string|float $amount An amount, below zero in refunds.
 */
function vitrine_amount( $amount ): string {
	return wc_format_decimal( abs( (float) $amount ), wc_get_price_decimals() );
}

/** Adds the settings page below WooCommerce. */
function vitrine_add_page(): void {
	add_submenu_page(
		'woocommerce',
		__( 'Vitrine', 'vitrine-for-woocommerce' ),
		__( 'Vitrine', 'vitrine-for-woocommerce' ),
		'manage_woocommerce',
		'vitrine',
		'vitrine_show_page'
	);
}
add_action( 'admin_menu', 'vitrine_add_page', 60 );

/** Makes the secret with which the webhooks are signed. It is shown on the settings page, to be copied to the portal. */
function vitrine_create_secret(): void {
	$settings = vitrine_settings();
	if ( '' === $settings['secret'] ) {
		vitrine_save( array( 'secret' => wp_generate_password( 40, false ) ) );
	}
}
register_activation_hook( __FILE__, 'vitrine_create_secret' );

/**
 * Saves some of the settings; the others stay as they are.
 *
 * @param array $changed The settings to change.
 */
function vitrine_save( array $changed ): void {
	$saved = get_option( VITRINE_OPTION, array() );
	update_option( VITRINE_OPTION, array_merge( is_array( $saved ) ? $saved : array(), $changed ), false );
}

/** Why these settings can't be used; an empty text if they can. */
function vitrine_fault( string $address, string $secret ): string {
	if ( ! preg_match( '#^https?://[^\s]+/api/v1/integrations/woocommerce/[^\s/]+$#', $address ) ) {
		return __( 'Enter the address that your portal shows in Settings → Shop → WooCommerce.', 'vitrine-for-woocommerce' );
	}
	if ( ! preg_match( '/^[A-Za-z0-9_-]{8,200}$/', $secret ) ) {
		return __( 'The secret must have 8 to 200 letters, numbers, hyphens or underscores.', 'vitrine-for-woocommerce' );
	}
	return '';
}

/** Creates the webhooks, or brings those that exist up to date. A webhook that an administrator has deleted is made again. */
function vitrine_create_webhooks( string $address, string $secret ): void {
	$known = array();
	foreach ( vitrine_settings()['webhooks'] as $id ) {
		$webhook = wc_get_webhook( (int) $id );
		if ( $webhook ) {
			$known[ $webhook->get_topic() ] = $webhook;
		}
	}
	$ids = array();
	foreach ( VITRINE_TOPICS as $topic ) {
		$webhook = $known[ $topic ] ?? new WC_Webhook();
		$webhook->set_name( 'Vitrine: ' . $topic );
		$webhook->set_topic( $topic );
		$webhook->set_status( 'active' );
		$webhook->set_delivery_url( $address );
		$webhook->set_secret( $secret );
		$webhook->set_api_version( 'wp_api_v3' );
		// Payloads are built with the rights of this user.
		$webhook->set_user_id( get_current_user_id() );
		$webhook->set_pending_delivery( false );
		$webhook->save();
		$ids[] = (int) $webhook->get_id();
	}
	vitrine_save( array( 'webhooks' => $ids ) );
}

/**
 * Sends a signed test, so that the portal shows that address and secret are right.
 *
 * @return string An empty text if it was accepted.
 */
function vitrine_send_test( string $address, string $secret ): string {
	$body   = (string) wp_json_encode( array( 'ping' => time() ) );
	$answer = wp_safe_remote_post(
		$address,
		array(
			'timeout' => 15,
			'body'    => $body,
			'headers' => array(
				'Content-Type'             => 'application/json',
				'X-WC-Webhook-Topic'       => 'ping',
				'X-WC-Webhook-Delivery-ID' => wp_generate_uuid4(),
				// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions
				'X-WC-Webhook-Signature'   => base64_encode( hash_hmac( 'sha256', $body, $secret, true ) ),
			),
		)
	);
	if ( is_wp_error( $answer ) ) {
		/* translators: %s: the reason */
		return sprintf( __( 'Your portal couldn’t be reached: %s', 'vitrine-for-woocommerce' ), $answer->get_error_message() );
	}
	$status = (int) wp_remote_retrieve_response_code( $answer );
	if ( 401 === $status ) {
		return __( 'Your portal doesn’t know this secret. Save it there first, in Settings → Shop → WooCommerce, then connect again.', 'vitrine-for-woocommerce' );
	}
	/* translators: %d: a status code */
	return 200 === $status ? '' : sprintf( __( 'Your portal answered with status %d. Check the address.', 'vitrine-for-woocommerce' ), $status );
}

/** Saves the settings page, and connects. Returns what to show about it. */
function vitrine_connect(): array {
	check_admin_referer( 'vitrine_connect' );
	$address = isset( $_POST['address'] ) ? trim( sanitize_text_field( wp_unslash( $_POST['address'] ) ) ) : '';
	$secret  = isset( $_POST['secret'] ) ? trim( sanitize_text_field( wp_unslash( $_POST['secret'] ) ) ) : '';
	$changed = array(
		'address' => $address,
		'secret'  => $secret,
	);
	if ( current_user_can( 'unfiltered_html' ) && isset( $_POST['snippet'] ) ) {
		$changed['snippet'] = trim( (string) wp_unslash( $_POST['snippet'] ) ); // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	}
	$fault = vitrine_fault( $address, $secret );
	if ( '' === $fault ) {
		vitrine_save( $changed );
		$fault = vitrine_send_test( $address, $secret );
	}
	if ( '' !== $fault ) {
		return array( 'error', $fault );
	}
	vitrine_create_webhooks( $address, $secret );
	return array( 'success', __( 'Connected. Your portal received a test, and your orders go there from now on.', 'vitrine-for-woocommerce' ) );
}

/** The settings page. */
function vitrine_show_page(): void {
	if ( ! current_user_can( 'manage_woocommerce' ) ) {
		return;
	}
	vitrine_create_secret();
	// phpcs:ignore WordPress.Security.NonceVerification -- vitrine_connect() verifies it.
	$notice   = isset( $_POST['vitrine_connect'] ) ? vitrine_connect() : null;
	$settings = vitrine_settings();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Vitrine', 'vitrine-for-woocommerce' ); ?></h1>
		<?php if ( $notice ) : ?>
			<div class="notice notice-<?php echo esc_attr( $notice[0] ); ?>"><p><?php echo esc_html( $notice[1] ); ?></p></div>
		<?php endif; ?>
		<p><?php esc_html_e( 'Copy the secret to your portal (Settings → Shop → WooCommerce) and save it there. Then choose Connect here.', 'vitrine-for-woocommerce' ); ?></p>
		<form method="post">
			<?php wp_nonce_field( 'vitrine_connect' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="vitrine-secret"><?php esc_html_e( 'Secret', 'vitrine-for-woocommerce' ); ?></label></th>
					<td><input id="vitrine-secret" name="secret" class="large-text code" autocomplete="off" value="<?php echo esc_attr( $settings['secret'] ); ?>"></td>
				</tr>
				<tr>
					<th scope="row"><label for="vitrine-address"><?php esc_html_e( 'Address', 'vitrine-for-woocommerce' ); ?></label></th>
					<td><input id="vitrine-address" name="address" class="large-text code" value="<?php echo esc_attr( $settings['address'] ); ?>"></td>
				</tr>
				<?php if ( current_user_can( 'unfiltered_html' ) ) : ?>
				<tr>
					<th scope="row"><label for="vitrine-snippet"><?php esc_html_e( 'Snippet', 'vitrine-for-woocommerce' ); ?></label></th>
					<td>
						<textarea id="vitrine-snippet" name="snippet" rows="3" class="large-text code"><?php echo esc_textarea( $settings['snippet'] ); ?></textarea>
						<p class="description"><?php esc_html_e( 'The tag that your portal shows. It is added to every page of your shop. Leave it empty if your theme or tag manager has it already.', 'vitrine-for-woocommerce' ); ?></p>
					</td>
				</tr>
				<?php endif; ?>
			</table>
			<p><button class="button button-primary" name="vitrine_connect" value="1"><?php esc_html_e( 'Connect', 'vitrine-for-woocommerce' ); ?></button></p>
		</form>
	</div>
	<?php
}

/** Says that this plugin works with WooCommerce's own tables for orders and with the checkout block. */
function vitrine_declare_compatibility(): void {
	if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', __FILE__, true );
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', __FILE__, true );
	}
}
add_action( 'before_woocommerce_init', 'vitrine_declare_compatibility' );

/** While the plugin is off, the webhooks rest, so that orders aren't sent without their clicks. */
function vitrine_pause_webhooks(): void {
	vitrine_set_status( 'paused' );
}
register_deactivation_hook( __FILE__, 'vitrine_pause_webhooks' );

/** Starts webhooks that exist again. */
function vitrine_resume_webhooks(): void {
	vitrine_set_status( 'active' );
}
register_activation_hook( __FILE__, 'vitrine_resume_webhooks' );

function vitrine_set_status( string $status ): void {
	if ( ! function_exists( 'wc_get_webhook' ) ) {
		return;
	}
	foreach ( vitrine_settings()['webhooks'] as $id ) {
		$webhook = wc_get_webhook( (int) $id );
		if ( $webhook ) {
			$webhook->set_status( $status );
			$webhook->save();
		}
	}
}
