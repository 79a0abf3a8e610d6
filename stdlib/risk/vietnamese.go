package risk

// Both ways to place the tone mark are in use: xóa and xoá, hủy and huỷ.
var vietnamese = language{
	code: "vi",
	meanings: []meaning{
		{remove, []string{words("xóa", "xoá", "gỡ bỏ", "gỡ cài đặt", "loại bỏ", "tiêu hủy", "tiêu huỷ", "dọn sạch thùng rác")}},
		{pay, []string{words("thanh toán", "trả tiền", "mua", "chuyển tiền", "chuyển khoản", "rút tiền", "nạp tiền", "hoàn tiền",
			"hoàn trả", "đặt hàng", "đặt mua", "đặt vé", "đặt phòng", "quyên góp", "ủng hộ tiền", "bán")}},
		{send, []string{
			words("gửi", "chia sẻ", "tải lên", "xuất bản", "công bố", "đăng(?: bài| tin| ảnh| video| bình luận| lên| tải)",
				"mời(?: thêm)? (?:thành viên|bạn|bạn bè|người|đồng nghiệp|cộng tác viên|tham gia|vào)"),
		}},
		{approve, []string{words("xác nhận", "phê duyệt", "chấp thuận", "cấp quyền", "trao quyền", "ủy quyền", "uỷ quyền", "thu hồi", "thâu hồi")}},
		{end, []string{
			before(2,
				[]string{"hủy", "huỷ", "hủy bỏ", "huỷ bỏ", "đóng", "chấm dứt", "ngừng", "vô hiệu hóa", "vô hiệu hoá", "khóa", "khoá", "hạ cấp", "rời"},
				[]string{"tài khoản", "gói", "gói cước", "đăng ký", "thuê bao", "hợp đồng", "dịch vụ", "đơn hàng", "đặt chỗ", "đặt vé",
					"thành viên", "không gian làm việc"}),
		}},
		{rotate, []string{
			before(2,
				[]string{"đặt lại", "xoay vòng", "xoay", "luân chuyển", "tạo lại", "làm mới"},
				[]string{"khóa", "khoá", "mật khẩu", "mã thông báo", "token", "khóa api", "khoá api", "mã bí mật"}),
		}},
	},
	harmless: []string{
		"phương thức thanh toán", "lịch sử thanh toán", "tiếp tục mua sắm", "mua sắm", "lịch sử mua hàng",
		"xác nhận mật khẩu", "xác nhận mật khẩu mới", "bán chạy",
	},
}
